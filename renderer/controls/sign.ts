import classes from "./controls.module.css";

/** The class of a button that is one sign and nothing else. */
export const sign: string = classes["sign"]!;
