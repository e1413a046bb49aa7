/** The search of a site as pages call it: an embedded service of our own, over what the brand's definitions say. */
import type { Revision } from "../../schemas/engine/serve.ts";
import { dayIn, type Clock } from "../clock.ts";
import {
  callerByCode,
  refusal,
  type EmbeddedService,
  type ServiceAnswer,
  type ServiceRequest,
} from "../services/embedded/service.ts";
import { createTextSearch } from "../services/embedded/text-search.ts";
import { searchedPages, type FoundPage } from "./pages.ts";

export const siteServiceName = "site";

export interface SiteSearchDeps {
  /** What is live of a brand. */
  definitions: { current(brand: string): Revision | undefined };
  clock: Clock;
  /** Whether content that is an example is shown. */
  examples: boolean;
}

/** Letters of a text that is looked for; the rest of a longer one is not. */
const maxText = 80;
const maxRows = 20;

/** What a page is found by, and how much more it counts there than in what it says. */
const weights = { title: 6, names: 4, text: 2, about: 1, section: 1, body: 1 };

/** What it is called, not all that it says: for words that nobody typed to look for them. */
const named = ["title", "names", "about"];

interface Opened {
  today: string;
  find(text: string, fields?: string[]): FoundPage[];
}

function open(revision: Revision, today: string, examples: boolean): Opened {
  const pages = searchedPages(revision.public.brand, { today, examples });
  const search = createTextSearch(weights);
  for (const [at, { title, names, text = "", about, section = "", body }] of pages.entries()) {
    search.add(String(at), { title, names: names.join(" "), text, about, section, body });
  }
  return {
    today,
    find: (text, fields) =>
      search.find(text, fields).map((at) => {
        const { names: _, about: __, body: ___, ...found } = pages[Number(at)]!;
        return found;
      }),
  };
}

export function siteService({ definitions, clock, examples }: SiteSearchDeps): EmbeddedService {
  /** What is live is laid out once, and anew when it changes or another day begins. */
  const opened = new WeakMap<Revision, Opened>();

  const search = async ({ brand, query }: ServiceRequest): Promise<ServiceAnswer> => {
    const unknown = Object.keys(query).find((name) => !["text", "limit", "named"].includes(name));
    if (unknown !== undefined) return refusal(400, `${JSON.stringify(unknown.slice(0, 40))} no se conoce`);
    const { text = "", limit = "10", named: isNamed = "false" } = query;
    if (!/^[1-9][0-9]?$/.test(limit) || Number(limit) > maxRows) {
      return refusal(400, `"limit" es un número de 1 a ${maxRows}`);
    }
    if (!/^(true|false)$/.test(isNamed)) return refusal(400, '"named" es true o false');
    const revision = definitions.current(brand.code);
    if (!revision) return refusal(404, "La marca no tiene un sitio");
    const today = dayIn(revision.public.brand.timeZone, clock());
    const before = opened.get(revision);
    const now = before?.today === today ? before : open(revision, today, examples);
    opened.set(revision, now);
    const found = now.find(text.slice(0, maxText), isNamed === "true" ? named : undefined);
    return { status: 200, body: { rows: found.slice(0, Number(limit)), total: found.length } };
  };

  return {
    service: siteServiceName,
    caller: callerByCode,
    routes: [{ method: "GET", path: "/site/search", handle: search }],
  };
}
