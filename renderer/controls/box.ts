import classes from "./controls.module.css";

/** The class of what people type into or choose from: `<input>`, `<textarea>`, `<select>`. */
export const box: string = classes["box"]!;
