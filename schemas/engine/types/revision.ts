import type { Words } from "./words.ts";
import type { Rule } from "./answers.ts";
import type { CompiledData, CompiledFlow } from "./flow.ts";
import type { CompiledCall, CompiledEventType, CompiledProgram } from "./program.ts";

export interface CompiledBlock {
  block: string;
  /** When it is shown: a rule over what the page is not there without, its route and the day. Absent once that is settled. */
  when?: Rule;
  /** At which steps of the page's flow it is shown; at all of them without it. */
  step?: "first" | "later";
  /** It is shown where what the page was about is gone, and nowhere else. */
  gone?: true;
  [slot: string]: unknown;
}

/** A query of a screen. Its rules read the route, the address and the answers of the screen's finder. */
export interface CompiledScreenData extends Pick<CompiledData, "call" | "on" | "with" | "optional" | "when"> {
  /** Asked by the browser alone, once the page is there. */
  deferred?: true;
  /** Inputs that the server alone knows, by name: what of the visitor they are. */
  visitor?: Record<string, string>;
  /** Without it the page is not there. */
  required?: true;
  /** Whether its answer says that what was there has gone: a rule over its value and the route. */
  gone?: Rule;
  /** The address where it is now, where that is another one. */
  moved?: Rule;
}

/** Things that a visitor's browser keeps by their ids, in a cookie. */
export interface CompiledSavedList {
  cookie: string;
  days: number;
  max: number;
  /** What its ids are like, with the `u` flag; without it, as a cookie takes them. */
  pattern?: string;
  /** What becomes of one more than that. */
  full: "refuse" | "dropOldest";
  /** Days that the account of whoever is signed in keeps it; without it, it is of the device alone. */
  account?: { days: number };
  icon?: "heart" | "compare" | "clock";
  /** What it is called (`title`) and its buttons say: `add`, `label`, `remove`, `full`, `confirm`, `keep`, `discard`. */
  words: Record<string, Words>;
}

/** Of a view's block: the column that is each row's id, and the lists that rows are put into, or that they are. */
export interface SavedRows {
  id: string;
  lists?: string[];
  of?: string;
}

export type ScreenData = Record<string, CompiledScreenData>;

/** A thing of schema.org, one for each row of a list (`each`, `as`), or a rule. */
export type StructuredValue = Rule | { [property: string]: StructuredValue };

/** Where one list of a page's addresses comes from: a row of what a call gives is one. */
export interface SitemapAddresses {
  call: string;
  with?: Record<string, string | number>;
  rows?: string;
  when?: Rule;
  /** With `{row.<column>}`. */
  address: string;
}

/** What a screen says of itself by what is chosen on it and what its queries gave. */
export interface ScreenHead {
  /** What stands over a finder, in the place of its step's title. */
  heading?: Rule;
  title?: Rule;
  description?: Rule;
  picture?: Rule;
  indexed?: Rule;
  /** Query parameters that belong to the address by which the page is known. */
  canonical?: string[];
  structuredData?: StructuredValue[];
  sitemap?: SitemapAddresses[];
}

/** A document of a page: what it says, with placeholders, and which queries of the page it shows. */
export interface PageDocument {
  format: "pdf" | "excel" | "json";
  title: string;
  body?: Words;
  when?: Rule;
  /** Of a PDF: an address of this site, or the placeholder of one. */
  picture?: { address: string; alternative: string };
  sections: PageDocumentSection[];
  closing?: Words;
}

export interface PageDocumentSection {
  title?: string;
  body?: Words;
  when?: Rule;
  /** The query, and what of its value: a path. */
  data?: string;
  rows?: string;
  /** Rows in rows: the column that is the title of each group, and the path of its own rows. */
  groups?: { title: string; rows: string };
  /** Without it there is no document. */
  required?: true;
  columns?: PageDocumentColumn[];
}

/** Of each row, words or a number; `currency` is `<query>.<path>`. */
export interface PageDocumentColumn {
  label: string;
  text?: Words;
  number?: string;
  currency?: string;
  hideZero?: true;
}

export interface CompiledScreen {
  screen: string;
  route: string;
  /** Other routes of it, whose parameters are answers: `bound`. */
  routes?: string[];
  /** What parameters of the route have to be like, by name: patterns, with the `u` flag; and which are told to nobody. */
  parameters?: Record<string, { pattern: string; secret?: boolean }>;
  /** The list of pages that it is in, for other systems. */
  list?: string;
  title: string;
  /** What stands over its finder now, by what is chosen; without it, the title of the finder's step. */
  heading?: string;
  description?: string;
  indexed: boolean;
  /** HTTP status of the page. */
  answers: number;
  /** `back`: how it is called for somebody who comes from results that are chosen there. */
  breadcrumbs: { label: string; to?: string; back?: string; step?: "first" | "later" }[];
  /**
   * A page for a failed attempt: its title while answers are kept, and where it leads to, after how many seconds and with
   * which query parameters, where none are. `from` is the query parameter that may say where instead. Without `otherwise`
   * it stays, and shows everything but its failure block.
   */
  failure?: { title?: string; from?: string; otherwise?: string; after?: number; keep?: string[] };
  /** How the page is called where what it was about is gone; without it, the brand's page for that is shown. */
  gone?: { title: string };
  /** What whoever sees the page leaves in a saved list: an id, as words. */
  remembers?: { list: string; id: string };
  /** Of an entry of content: when it is there, a rule over the day; and whether it is an example, which nobody is shown. */
  when?: Rule;
  example?: true;
  /** Whether only those see it who are signed in. */
  signIn?: true;
  /** What the brand's chat is told of the page: values of its address, as words. */
  chat?: Record<string, string>;
  /** Queries whose results its blocks show. */
  data?: ScreenData;
  /** What can be taken along of the page, by id. For the server alone: no page carries it. */
  documents?: Record<string, PageDocument>;
  head?: ScreenHead;
  /** The call that is made when somebody looks at the page. */
  opened?: Pick<CompiledScreenData, "call" | "with" | "visitor">;
  /** The query whose rows take files, and the call that sends each on. */
  takes?: { data: string; rows: string; call: string };
  blocks: CompiledBlock[];
  /** The flow that is mounted here, if any. */
  flow?: string;
  /** It is the address of the last step of a flow: what was sent with it last, and where whoever sent nothing goes. */
  receipt?: { flow: string; otherwise: string };
  /** Answers of that flow that come from the address: names of query or route parameters by path. */
  bound?: Record<string, string>;
  /** The parameter of its route that says what a run of its flow is about. */
  subject?: string;
  /** The one of them with which the first step is done. */
  continues?: string;
  /** Those of them that leave the address as soon as they are read, and never come into it: secrets of a link. */
  leaves?: string[];
  /** None of these is a secret: they are what another page had chosen. */
  leavesNoSecret?: true;
  /** What its views take from the address beside that: the page of results by its number, their order, what is looked for. */
  address?: Record<string, AddressParameter>;
}

/** A page of results, one of these orders, or a text that is looked for. */
export type AddressParameter = { page: true } | { orders: string[] } | { text: true };

/** A font that a brand brings. */
export interface BrandFont {
  name: string;
  /** Its address holds the hash of its content. */
  address: string;
  /** The thinnest and the boldest, of a variable font. */
  weights?: [number, number];
}

export interface BrandTheme {
  colours: { primary: string; accent: string; ink: string; surface: string };
  radius: string;
  /** The family of all text: the name of one that comes with the site, or one of the brand. */
  font: string | BrandFont;
  /** What large titles stand on. */
  hero: "primary" | "ink" | "light";
  /**
   * Which drawing a brand has for a name that screens use: the name of one that comes with the site, or the address of the
   * brand's. A name that is not here is the drawing's own.
   */
  illustrations: Record<string, string>;
}

export interface SiteLink {
  label: string;
  /** A path of the site, or an address with `https:`, `tel:` or `mailto:`. */
  to: string;
}

/** Under an item of the menu: a link, or a name with links of its own. */
export interface MenuLink {
  label: string;
  to?: string;
  links?: SiteLink[];
}

export interface MenuItem {
  label: string;
  /** Where it leads, where it does not open `links`. */
  to?: string;
  links: MenuLink[];
  highlighted: boolean;
  /** What it says, and where it leads at once, to whoever is signed in on this device. */
  signedIn?: SiteLink;
}

export interface SavedListBadge extends SiteLink {
  savedList: string;
  /** Only while there is something in it. */
  hideEmpty?: true;
}

/** Some days of the week with the same hours. */
export interface OpeningSpan {
  /** 0 is Sunday. */
  days: number[];
  /** `HH:mm`. */
  opens: string;
  closes: string;
}

/** When somebody is there, by the clock of the brand. */
export interface OpeningTimes {
  spans: OpeningSpan[];
  /** Days, `yyyy-mm-dd`, on which nobody is. */
  closed: string[];
}

/** What stands around every page of a brand, and how the brand is reached. */
export interface CompiledSite {
  /** What the brand is, by schema.org. */
  organization: string;
  menu: MenuItem[];
  footer: { title: string; links: SiteLink[] }[];
  /** Links of the header that count what is in a saved list. */
  badges?: SavedListBadge[];
  hours: { days: string; hours: string }[];
  /** The same as data, where all of it can be read. */
  opening?: OpeningTimes;
  phone?: SiteLink;
  /** The number of its chat, as it is read. */
  whatsapp?: string;
  email?: SiteLink;
  address?: { text: string; map?: string };
  /** How people sign in: the flow and its page, the parameter that opens it, and the one that says where they go then. */
  signIn?: { to: string; flow: string; parameter: string; returns: string };
  /** The page that searches the site, and the parameter that says what for. */
  search?: SiteLink & { parameter: string };
  /** At the end of pages and mails. */
  legal?: string;
  /** Of the pages' pictures. */
  picturesNote?: string;
}

/** What every page of a brand needs. Public. */
export interface CompiledBrand {
  brand: string;
  name: string;
  locale: string;
  timeZone: string;
  country: string;
  theme: BrandTheme;
  screens: CompiledScreen[];
  site: CompiledSite;
  /** What visitors' browsers keep, by id. */
  savedLists?: Record<string, CompiledSavedList>;
  /** Common words by key without `common.`: continue, back, summary.title… */
  words: Record<string, Words>;
}

/** Which versions of what a content system has are in a revision. */
export interface ContentVersion {
  /** The system and the part of it that was read, e.g. `contentful:<space>/<environment>`. */
  source: string;
  /** All that was read for the brand, in order of id. */
  items: { id: string; version: number; updatedAt: string }[];
}

/** The whole meaning of one brand at one moment. Immutable, named by `hash`. */
export interface Revision {
  hash: string;
  brand: string;
  /** Where its content came from, where that was not the definition files. */
  content?: ContentVersion;
  public: { brand: CompiledBrand; flows: Record<string, CompiledFlow> };
  private: {
    facts: Record<string, unknown>;
    /** Host names, lower case, without port. */
    hosts: string[];
    /** Origins whose pages may hand runs of its embedded forms to us. */
    embeddedBy?: string[];
    /** Whose site it is, where that has sites in several countries. */
    group?: string;
    programs: Record<string, CompiledProgram>;
    calls: Record<string, CompiledCall>;
    /** What programs can wait for; none in a revision of an older engine. */
    events?: Record<string, CompiledEventType>;
    /** Sentences of API errors by key without `errors.`; none in a revision of an older engine. */
    errors?: Record<string, string>;
  };
}
