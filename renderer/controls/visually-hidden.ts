import classes from "./controls.module.css";

/** The class of text for screen readers alone. */
export const visuallyHidden: string = classes["visuallyHidden"]!;
