/** The search of a site as pages call it: an embedded service of our own, over what the brand's definitions say. */
import type { Revision } from "../../schemas/engine/serve.ts";
import { dayIn, type Clock } from "../clock.ts";
import {
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
const weights = { title: 6, names: 4, text: 2, section: 1, body: 1 };

interface Opened {
  today: string;
  find(text: string): FoundPage[];
}

function open(revision: Revision, today: string, examples: boolean): Opened {
  const pages = searchedPages(revision.public.brand, { today, examples });
  const search = createTextSearch(weights);
  for (const [at, { title, names, text = "", section = "", body }] of pages.entries()) {
    search.add(String(at), { title, names: names.join(" "), text, section, body });
  }
  return {
    today,
    find: (text) =>
      search.find(text).map((at) => {
        const { names: _, body: __, ...found } = pages[Number(at)]!;
        return found;
      }),
  };
}

export function siteService({ definitions, clock, examples }: SiteSearchDeps): EmbeddedService {
  /** What is live is laid out once, and anew when it changes or another day begins. */
  const opened = new WeakMap<Revision, Opened>();

  const search = async ({ brand, query }: ServiceRequest): Promise<ServiceAnswer> => {
    const unknown = Object.keys(query).find((name) => name !== "text" && name !== "limit");
    if (unknown !== undefined) return refusal(400, `${JSON.stringify(unknown.slice(0, 40))} no se conoce`);
    const { text = "", limit = "10" } = query;
    if (!/^[1-9][0-9]?$/.test(limit) || Number(limit) > maxRows) {
      return refusal(400, `"limit" es un número de 1 a ${maxRows}`);
    }
    const revision = definitions.current(brand.code);
    if (!revision) return refusal(404, "La marca no tiene un sitio");
    const today = dayIn(revision.public.brand.timeZone, clock());
    const before = opened.get(revision);
    const now = before?.today === today ? before : open(revision, today, examples);
    opened.set(revision, now);
    const found = now.find(text.slice(0, maxText));
    return { status: 200, body: { rows: found.slice(0, Number(limit)), total: found.length } };
  };

  return {
    service: siteServiceName,
    caller: {
      header: "x-brand",
      description: "El código de la marca que llama.",
      schema: { type: "string" },
      of: ({ code }) => code,
    },
    routes: [{ method: "GET", path: "/site/search", handle: search }],
  };
}
