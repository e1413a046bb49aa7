import { use } from "react";
import { ContactDetails } from "../page/ContactDetails.tsx";
import { useWords } from "../page/words.ts";
import classes from "./flow.module.css";
import { PageContext } from "../run/page-context.ts";

/** In the place of a form where the browser runs no script: that it needs one, and how else the brand is reached. */
export function WithoutScript() {
  const { text } = useWords();
  const page = use(PageContext);
  return (
    <noscript>
      <div className={classes["scriptless"]}>
        <h2>{text("withoutScript.title")}</h2>
        <p>{text("withoutScript.body")}</p>
        {page && <ContactDetails page={page} />}
      </div>
    </noscript>
  );
}
