import { useEffect, useState } from "react";
import {
  addressValue,
  booleansOf,
  plainWords,
  prepareScreen,
  rowsShown,
  screenInputs,
  type CompiledBlock,
  type Page,
  type Words,
} from "../../schemas/engine/evaluate.ts";
import { loadPage } from "../run/load-page.ts";
import { http } from "../run/transport.ts";
import { itemOf, type ItemSlot } from "../views/row-item.ts";
import type { SiteSearch } from "./SearchOver.tsx";

export interface Suggestion {
  title: string;
  note?: string;
  to: string;
}

export interface SuggestionGroup {
  name: string;
  suggestions: Suggestion[];
}

export interface Suggestions {
  status: "idle" | "loading" | "ready" | "empty" | "failed";
  groups: SuggestionGroup[];
}

/** Of each kind. */
const most = 4;
/** Letters from which on there is something to suggest. */
const least = 2;
/** Milliseconds without a key after which it is asked. */
const restMs = 200;

const none: Suggestions = { status: "idle", groups: [] };

/** The page with the results, whose queries and words the suggestions are; asked for once. */
let results: Promise<Page | undefined> | undefined;

const resultsPage = ({ to }: SiteSearch): Promise<Page | undefined> =>
  (results ??= loadPage(to, "", async () => undefined).then(
    ({ page }) => page,
    () => undefined,
  ));

/** What the site's search would find for what is typed. What was found before stays until the next is there. */
export function useSuggestions(search: SiteSearch, typed: string): Suggestions {
  const [found, setFound] = useState<Suggestions & { text: string }>({ ...none, text: "" });
  const text = typed.trim();
  // It is on its way while somebody still types.
  useEffect(() => void resultsPage(search), [search]);
  useEffect(() => {
    if (text.length < least) return undefined;
    let isAsked = true;
    const tell = (suggested: Suggestions): void => {
      if (isAsked) setFound({ ...suggested, text });
    };
    const timer = setTimeout(() => void suggest(search, text).then(tell), restMs);
    return () => {
      isAsked = false;
      clearTimeout(timer);
    };
  }, [search, text]);
  if (text.length < least) return none;
  return found.text === text ? found : { status: "loading", groups: found.groups };
}

/** The first rows of each view of the page with the results, as that says them. */
async function suggest(search: SiteSearch, text: string): Promise<Suggestions> {
  const page = await resultsPage(search);
  const asked = page && (await Promise.all(viewsOf(page).map((view) => groupOf(page, view, search, text))));
  const known = asked?.filter((group) => group !== "failed") ?? [];
  // Perhaps the page is another by now: it is asked for anew.
  if (known.length < (asked?.length ?? 1)) results = undefined;
  const groups = known.filter(({ suggestions }) => suggestions.length > 0);
  if (groups.length > 0) return { status: "ready", groups };
  return { status: known.length > 0 ? "empty" : "failed", groups: [] };
}

const viewsOf = ({ screen }: Page): CompiledBlock[] =>
  screen.blocks.filter(({ block, item }) => block === "view" && item !== undefined);

async function groupOf(
  { screen, today, revision, brand }: Page,
  view: CompiledBlock,
  { parameter }: SiteSearch,
  text: string,
): Promise<SuggestionGroup | "failed"> {
  const name = plainWords((view["title"] ?? "") as Words);
  const data = String(view["data"]);
  const inputs = screenInputs(prepareScreen(screen.data!), {
    today,
    route: {},
    address: (one) => (one === parameter ? addressValue(screen, one, text) : undefined),
    answers: {},
    saved: () => [],
    data: {},
  })[data];
  if (!inputs) return { name, suggestions: [] };
  const reply = await http.data({ revision, screen: screen.screen, data, inputs });
  if (reply.kind !== "answer" || reply.data.status === "failed") return "failed";
  const rows = rowsShown(view, reply.data.value);
  const booleans = booleansOf(brand.words);
  const suggestions = (Array.isArray(rows) ? rows.slice(0, most) : []).flatMap((row: unknown) => {
    const { title, text: said, facts, link } = itemOf(view["item"] as ItemSlot, row, booleans);
    if (!link) return [];
    const notes = [said, ...facts.map((fact) => fact.text)].filter((words) => words !== undefined);
    const note = notes.length === 0 ? {} : { note: notes.map((words) => plainWords(words)).join(" · ") };
    return [{ title: plainWords(title), to: link.to, ...note }];
  });
  return { name, suggestions };
}
