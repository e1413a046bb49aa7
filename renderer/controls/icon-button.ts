import classes from "./controls.module.css";

/** The class of a button that is one icon and nothing else. */
export const iconButton: string = classes["iconButton"]!;
