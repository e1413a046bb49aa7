// What pages with a form load beside what finders load too: the run in the browser.
export { prepare } from "../../schemas/engine/evaluate.ts";
export { loadFirstWidgets } from "./first-widgets.ts";
export { default } from "./RunView.tsx";
