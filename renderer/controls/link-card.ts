import classes from "./controls.module.css";

/** The classes of a card whose one link, its words in a `span`, can be pressed anywhere in it. */
export const linkCard: string = classes["card"]!;
export const linkOfCard: string = classes["cardLink"]!;
