/** The module for pages of others: what `npm run build` makes `dist/embed/vitrina.js` of. */
import "../theme/styles.ts";
import "./embed.css";
export { mountFlow } from "./mount-flow.tsx";
