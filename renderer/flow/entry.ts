// What only pages with a form load: the flow in the browser, and the engine that decides what it means.
export { prepare } from "../../schemas/engine/evaluate.ts";
export { default } from "./FlowView.tsx";
