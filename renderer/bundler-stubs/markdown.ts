/** In the place of a library that rjsf draws Markdown with where a form asks for it. Ours do not: words are compiled. */
export const Markdown = ({ children }: { children: string }): string => children;
export default Markdown;
