/** What of a brand's site can be found: its pages, the questions that they answer, and what its menus lead to. */
import {
  anchorOf,
  booleansOf,
  filledScreen,
  isShown,
  isWords,
  plainWords,
  type CompiledBrand,
  type CompiledScreen,
} from "../../schemas/engine/serve.ts";

export interface FoundPage {
  title: string;
  /** The beginning of what it says. */
  text?: string;
  /** An address of the site. */
  to: string;
  /** What it is among: the page above it, or the one that a question stands on. */
  section?: string;
}

/** A page as it is looked for. */
export interface SearchedPage extends FoundPage {
  /** Other names of it. */
  names: string[];
  /** What it says of itself in a sentence; nothing of what is no page. */
  about: string;
  /** All that it says. */
  body: string;
}

/** When it is looked for: what is shown on other days, and examples, are not found. */
export interface SearchedAt {
  /** `yyyy-mm-dd`. */
  today: string;
  examples: boolean;
}

/** Letters of the beginning of a page that are told. */
const maxText = 160;

/** Slots of blocks that hold words for people. */
const slots = new Set(["title", "body", "note", "offer", "about", "cells", "columns"]);

/** The texts of a block and its items, in their order. */
function textsOf(value: unknown, slot?: string): string[] {
  if (slot !== undefined && slots.has(slot) && isWords(value)) {
    const text = plainWords(value).replaceAll(/\s+/g, " ").trim();
    return text === "" || text.includes("{") ? [] : [text];
  }
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, slot));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    // What leads elsewhere is told of there.
    name === "action" || name === "actions" ? [] : textsOf(one, name),
  );
}

function shortened(text: string): string {
  if (text.length <= maxText) return text;
  const cut = text.slice(0, maxText);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1)).replace(/(?<![\s,;:.])[\s,;:.]+$/, "")}…`;
}

const beginning = (text: string | undefined): Pick<FoundPage, "text"> =>
  text === undefined || text === "" ? {} : { text: shortened(text) };

/** What people call a page: the last of its breadcrumbs, or its title without the brand. */
function titleOf({ breadcrumbs, title }: CompiledScreen, brand: string): string {
  return breadcrumbs.at(-1)?.label ?? title.replace(` · ${brand}`, "");
}

/** The page above it, but not the first one of all. */
const sectionOf = ({ breadcrumbs }: CompiledScreen): Pick<FoundPage, "section"> => {
  const above = breadcrumbs.at(-2);
  return above === undefined || above.to === "/" ? {} : { section: above.label };
};

/** Whether a page is everybody's, and can be gone to as it is. */
const isFound = (screen: CompiledScreen, { today, examples }: SearchedAt): boolean =>
  screen.indexed &&
  screen.answers === 200 &&
  screen.signIn !== true &&
  !screen.route.includes(":") &&
  isShown(
    {
      ...(screen.when === undefined ? {} : { when: screen.when }),
      ...(screen.example ? { example: true } : {}),
    },
    { data: {}, today, route: {}, examples },
  );

interface Item {
  title?: unknown;
  body?: unknown;
  items?: Item[];
}

/** The questions of a page, each with its answer. */
function questionsOf(screen: CompiledScreen, title: string): SearchedPage[] {
  return screen.blocks
    .filter(({ block }) => block === "questions")
    .flatMap((block) => (block["items"] as Item[] | undefined) ?? [])
    .flatMap(({ items = [] }) => items)
    .flatMap((one) => {
      const [question, ...answer] = [...textsOf(one.title, "title"), ...textsOf(one.body, "body")];
      if (question === undefined) return [];
      const body = answer.join(" ");
      return [
        {
          title: question,
          ...beginning(body),
          to: `${screen.route}#${anchorOf(question)}`,
          section: title,
          names: [],
          about: "",
          body,
        },
      ];
    });
}

/** What menu and footer call an address, by address. */
function linksOf({ site }: CompiledBrand): Map<string, Set<string>> {
  const links = new Map<string, Set<string>>();
  const note = ({ label, to }: { label: string; to?: string | undefined }): void => {
    // What asks for something first, such as to sign in, leads to no page of its own.
    if (to === undefined || !/^\/(?![/?])/.test(to)) return;
    links.set(to, (links.get(to) ?? new Set()).add(label));
  };
  for (const item of site.menu) {
    note(item);
    for (const one of item.links) {
      note(one);
      for (const last of one.links ?? []) note(last);
    }
  }
  for (const { links: all } of site.footer) for (const one of all) note(one);
  return links;
}

/** All that can be found on the site of a brand. */
export function searchedPages(brand: CompiledBrand, at: SearchedAt): SearchedPage[] {
  const filling = { data: {}, today: at.today, route: {}, examples: at.examples };
  const booleans = booleansOf(brand.words);
  const screens = brand.screens
    .filter((screen) => isFound(screen, at))
    .map((screen) => filledScreen(screen, { ...filling, booleans }));
  const links = linksOf(brand);
  const pages = screens.map((screen): SearchedPage => {
    const title = titleOf(screen, brand.name);
    const texts = screen.blocks.filter(({ block }) => block !== "questions").flatMap((one) => textsOf(one));
    const names = [...(links.get(screen.route) ?? [])].filter((name) => name !== title);
    return {
      title,
      ...beginning(screen.description ?? texts.find((text) => text !== title)),
      to: screen.route,
      ...sectionOf(screen),
      names,
      about: screen.description ?? "",
      // What the first page of all says, it says of others.
      body: screen.route === "/" ? "" : texts.join(" "),
    };
  });
  const questions = screens.flatMap((screen) => questionsOf(screen, titleOf(screen, brand.name)));
  const known = new Map(pages.map((page) => [page.to, page]));
  // A form that a menu opens with something chosen in it is found by what the menu says.
  const others = [...links].flatMap(([to, names]): SearchedPage[] => {
    const page = known.get(to.split(/[?#]/, 1)[0]!);
    const [title, ...more] = names;
    if (page === undefined || page.to === to || title === undefined) return [];
    return [{ title, ...beginning(page.text), to, section: page.title, names: more, about: "", body: "" }];
  });
  // The same question may stand on several pages.
  const asked = new Map(questions.toReversed().map((one) => [`${one.title}\n${one.body}`, one]));
  return [...pages, ...others, ...[...asked.values()].toReversed()];
}
