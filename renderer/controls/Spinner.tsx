import classes from "./controls.module.css";

/** Says that something is on its way, to the eye alone. What takes less than a moment needs no sign. */
export const Spinner = () => <span className={classes["spinner"]} aria-hidden="true" />;
