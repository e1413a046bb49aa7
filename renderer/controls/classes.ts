/** Classes of what every page has the style sheet of, for those who need no more than their name. */
import classes from "./controls.module.css";

/** Of text for screen readers alone. */
export const visuallyHidden: string = classes["visuallyHidden"]!;

/** Of a card whose one link, its words in a `span`, can be pressed anywhere in it; and of that link. */
export const linkCard: string = classes["card"]!;
export const linkOfCard: string = classes["cardLink"]!;
