/** What a page says of itself by what is chosen on it and what its queries gave: `head` of its screen. */
import {
  addressValue,
  boundAddress,
  compileStructuredData,
  headNow,
  isIndexUnknown,
  isSettled,
  prepareHead,
  queriesRead,
  scopeOfScreen,
  searchOf,
  type CompiledScreen,
  type HeadNow,
  type PreparedHead,
  type RuleScope,
  type ScreenSources,
  type Thing,
} from "../../schemas/engine/serve.ts";

/** What a document says of its page that browsers have no use for. */
export interface PageAbout {
  /** The address by which the page is known: its path, and what of its query belongs to it. */
  canonical: string;
  picture?: string;
  /** Whether nobody can say yet if search engines may show it. */
  isIndexUnknown: boolean;
  /** What it is about, by schema.org. Worked out where it is drawn. */
  things(): Thing[];
}

interface AboutRequest {
  screen: CompiledScreen;
  /** Of the route. */
  params: Record<string, string>;
  path: string;
  /** With `?`, or empty. */
  query: string;
  sources: ScreenSources;
}

const preparedHeads = new WeakMap<object, PreparedHead>();

function preparedHead(screen: CompiledScreen): PreparedHead {
  const before = preparedHeads.get(screen.head!);
  if (before) return before;
  const prepared = prepareHead(screen);
  preparedHeads.set(screen.head!, prepared);
  return prepared;
}

type StructuredData = [queries: string[], template: (scope: RuleScope) => unknown][];

const compiledData = new WeakMap<object, StructuredData>();

function compiledDataOf({ structuredData = [] }: NonNullable<CompiledScreen["head"]>): StructuredData {
  const before = compiledData.get(structuredData);
  if (before) return before;
  const compiled = structuredData.map((one): StructuredData[number] => [
    queriesRead(one as never),
    compileStructuredData(one),
  ]);
  compiledData.set(structuredData, compiled);
  return compiled;
}

/** What a screen says of itself now; nothing where it says the same always. */
export function aboutPage(asked: AboutRequest): { now: HeadNow; about: PageAbout } | undefined {
  const { screen, sources } = asked;
  const { head } = screen;
  if (!head) return undefined;
  const prepared = preparedHead(screen);
  const now = headNow(prepared, sources);
  const about: PageAbout = {
    canonical: canonicalOf(asked),
    ...(now.picture === undefined ? {} : { picture: now.picture }),
    isIndexUnknown: isIndexUnknown(screen, now),
    things: () => {
      const ofScreen = scopeOfScreen(prepared.queries, sources);
      const scope: RuleScope = {
        variable: (path) => (path === "title" ? (now.title ?? screen.title) : ofScreen.variable(path)),
      };
      return compiledDataOf(head).flatMap(([queries, template]): Thing[] => {
        const isKnown = queries.every((name) => isSettled(sources.data, name));
        const thing = isKnown ? template(scope) : undefined;
        return thing === undefined ? [] : [thing as Thing];
      });
    },
  };
  return { now, about };
}

/** The address as it is written for the answers that hold, with those parameters alone that belong to it. */
function canonicalOf({ screen, params, path, query, sources }: AboutRequest): string {
  const kept = new Set(screen.head?.canonical);
  const here = { path, search: query };
  const written = screen.bound ? boundAddress(screen, sources.answers ?? {}, here, params) : here;
  const own = [...new URLSearchParams(written.search)].filter(
    ([name, text]) => kept.has(name) && addressValue(screen, name, text) !== undefined,
  );
  // What answers have put into the path is encoded already.
  return (written.path === path ? encodeURI(path) : written.path) + searchOf(own);
}
