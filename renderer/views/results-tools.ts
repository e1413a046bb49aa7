/** What stands around results that are looked at by pages: the other pages, and the way back to this one. */
export { NotedResults } from "./NotedResults.tsx";
export { PageLinks } from "./PageLinks.tsx";
