import { createElement } from "react";
// With the form page's own styles, so that nothing moves when the code comes.
import classes from "./JsonForm.module.css";
import { loadedWidget } from "./later.ts";
import type { WidgetProps } from "./types.ts";

/** A whole form from a JSON Schema. Its code comes only with flows that have one. */
export const JsonForm = (props: WidgetProps) => (
  <div className={classes["form"]}>{createElement(loadedWidget("jsonForm"), props)}</div>
);
