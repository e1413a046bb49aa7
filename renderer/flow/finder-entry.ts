// What pages with a finder load beside what forms load too.
export { prepare } from "../../schemas/engine/evaluate.ts";
export { loadFirstWidgets } from "./first-widgets.ts";
export { default } from "./FinderView.tsx";
