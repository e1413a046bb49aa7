/** The catalogue of the library network: what its service answers, with how many books each option would find. */
import type { Behaviour, Received } from "./stand-in.ts";

interface Book {
  id: string;
  title: string;
  author: string;
  year: number;
  subject: string;
  language: string;
  format: string;
  free: boolean;
}

const subjects = ["cocina", "historia", "infantil", "novela", "poesia", "viajes"];
const languages = ["es", "en", "fr", "pt"];
const labels: Record<string, string> = {
  cocina: "Cocina",
  historia: "Historia",
  infantil: "Infantil",
  novela: "Novela",
  poesia: "Poesía",
  viajes: "Viajes",
  es: "Español",
  en: "Inglés",
  fr: "Francés",
  pt: "Portugués",
  papel: "Papel",
  digital: "Digital",
};
const authors = ["Inés Vidal", "Tomás Arce", "Lucía Rojas", "Bruno Salas", "Elena Paz"];

/** Sixty books, the same ones always. Nothing about travelling is in French. */
export const books: Book[] = Array.from({ length: 60 }, (_, index) => {
  const subject = subjects[index % subjects.length]!;
  const language = languages[((index * 7) % 11) % languages.length]!;
  return {
    id: String(index + 1),
    title: `${labels[subject]!} para leer, tomo ${String(index + 1).padStart(2, "0")}`,
    author: authors[index % authors.length]!,
    year: 1960 + ((index * 37) % 66),
    subject,
    language: subject === "viajes" && language === "fr" ? "es" : language,
    format: index % 3 === 0 ? "digital" : "papel",
    free: index % 4 !== 0,
  };
});

/** A book as the service tells of it. */
const told = ({ id, title, author, year, free, subject, language }: Book) => ({
  id,
  title,
  author,
  year,
  subject: labels[subject],
  language: labels[language],
  available: free ? "En Biblioteca Norte" : "Prestado",
});

/** Answers with the books of these ids, in their order; of ids that there are not, with nothing. */
export const booksByIds = ({ query }: Pick<Received, "query">): Behaviour => ({
  body: several(query["ids"]).flatMap((id) => books.filter((book) => book.id === id).map(told)),
});

export const oneBook = (id: string): Behaviour => ({ body: told(books.find((book) => book.id === id)!) });

const size = 12;
const several = (text: string | undefined): string[] =>
  text === undefined || text === "" ? [] : text.split(",");

/** Answers a search: the rows of a page, how many there are, and of each option how many it would find beside the other filters. */
export function searchBooks({ query }: Pick<Received, "query">): Behaviour {
  const chosen: Record<string, string[]> = {
    subject: several(query["subject"]),
    language: several(query["language"]),
    format: several(query["format"]),
  };
  const from = Number(query["from"] ?? -Infinity);
  const to = Number(query["to"] ?? Infinity);
  const fits = (book: Book, but?: string): boolean =>
    book.year >= from &&
    book.year <= to &&
    (query["free"] !== "true" || book.free) &&
    Object.entries(chosen).every(
      ([name, values]) =>
        name === but || values.length === 0 || values.includes(String(book[name as keyof Book])),
    );
  const found = books.filter((book) => fits(book));
  const sorted = query["sort"] === undefined ? found : found.toSorted((a, b) => a.year - b.year);
  if (query["sort"] === "nuevos") sorted.reverse();
  const page = Number(query["page"] ?? 1);
  const facet = (name: "subject" | "language" | "format", values: string[]) =>
    values.map((value) => ({
      value,
      label: labels[value]!,
      count: books.filter((book) => book[name] === value && fits(book, name)).length,
    }));
  return {
    body: {
      rows: sorted.slice((page - 1) * size, page * size).map(told),
      total: found.length,
      filters: {
        subject: facet("subject", subjects),
        language: facet("language", languages),
        format: facet("format", ["papel", "digital"]),
      },
    },
  };
}
