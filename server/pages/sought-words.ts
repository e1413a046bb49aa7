/** What somebody looked for at an address where there is nothing: the words of it that people would type. */

/** Words of the address that are looked for. */
const maxWords = 6;

/** Endings of files, and what addresses have of no page. */
const noWords = new Set([
  "index",
  "page",
  "pagina",
  "página",
  "html",
  "htm",
  "php",
  "asp",
  "aspx",
  "jsp",
  "www",
  "http",
  "https",
  "com",
  "cl",
  "pe",
]);

/** A word, the name of a model (`rav4`, `3008`), or a year: no code, number of a document, telephone or key. */
const isWord = (text: string): boolean =>
  /^\p{L}{2,20}$/u.test(text) || /^(?=.{2,12}$)\p{L}+\d{1,3}\p{L}?$/u.test(text) || /^\d{3,4}$/.test(text);

/** Whether a part of an address names something: a number of somebody, a mail or the key of a link does not. */
const isReadable = (part: string): boolean =>
  /\p{L}/u.test(part) &&
  !part.includes("@") &&
  part.split(/[^\p{L}\p{N}]+/u).every((one) => one.length <= 20);

export function soughtWords(path: string): string {
  const words = path
    .split("/")
    .map(readable)
    .filter(isReadable)
    .flatMap((part) => part.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => isWord(word) && !noWords.has(word.toLowerCase()));
  return [...new Set(words)].slice(0, maxWords).join(" ");
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
