import classes from "./controls.module.css";

/** The class of words that are read out, and not seen. */
export const unseen: string = classes["unseen"]!;
