// What pages with a finder load beside what forms load too.
export { prepare } from "../../schemas/engine/evaluate.ts";
export { default } from "./FinderView.tsx";
