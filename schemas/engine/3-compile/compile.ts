import { contentOfBlock, textsOfBlock } from "../1-read/block-parts.ts";
import { withNamedRules } from "../1-read/relative.ts";
import type { ReadFile } from "../1-read/read.ts";
import type {
  CompiledBlock,
  CompiledFlow,
  CompiledProgram,
  CompiledScreen,
  Revision,
  Words,
  WrittenScreenBlock,
  WrittenScreenFlowBlock,
  WrittenScreenFromContent,
  WrittenScreenViewBlock,
  WrittenScreenFile,
  WrittenViewFile,
} from "../types/index.ts";
import { daysOfEntry, settleDays } from "./block-days.ts";
import { entryRoute } from "../1-read/entry-route.ts";
import { itemsFromContent, itemsFromEntries, keepOwnItems } from "./block-items.ts";
import { compileCalls } from "./calls.ts";
import { compileEventTypes } from "./events.ts";
import { compileFlow } from "./flow.ts";
import { settleActions } from "./block-actions.ts";
import { compilePageDocuments } from "./page-documents.ts";
import { compileProgram } from "./program.ts";
import { entriesOf } from "./content.ts";
import { foldCondition } from "./fold.ts";
import { openProject, type BrandProject } from "./project.ts";
import { compileOpened, compileScreenData } from "./screen-data.ts";
import { compileScreenHead } from "./screen-head.ts";
import { compileSavedLists } from "./saved-lists.ts";
import { compileSite } from "./site.ts";
import { compileTheme } from "./theme.ts";
import { fillKnown } from "./words.ts";
import { ofEntry } from "./entry-id.ts";

/** The codes of the brands that the files define. */
export const brandsOf = (files: Record<string, ReadFile>): string[] =>
  Object.keys(files).flatMap((path) => /^brands\/([^/]+)\/brand\.json$/.exec(path)?.[1] ?? []);

/**
 * Compiles all that one brand is. Takes files that `check` found no error in.
 * The hash is given by whoever keeps the revision, because hashing is no part of the meaning. `failed` is told of a flow
 * that throws, which is left out then; without it, the first one ends all.
 */
export function compileBrand(
  files: Record<string, ReadFile>,
  brand: string,
  failed?: (flow: string, error: unknown) => void,
): Omit<Revision, "hash"> {
  const project = openProject(files, brand);
  const places = project.screens.flatMap((screen) => placesOf(screen, project, brand));
  const screens = places.map(({ screen, entry, ...place }) => compileScreen(screen, place.project, entry));
  const flows: Record<string, CompiledFlow> = {};
  const programs: Record<string, CompiledProgram> = {};
  for (const [index, place] of places.entries()) {
    const { flow: id } = screens[index]!;
    if (id === undefined || Object.hasOwn(flows, id)) continue;
    const written = writtenFlow(place.screen) ?? id;
    try {
      const { flow, constants } = compileFlow(written, place.project);
      const program = compileProgram(written, place.project, constants);
      flows[id] = { ...flow, flow: id };
      programs[id] = program;
    } catch (error) {
      if (!failed) throw error;
      failed(id, error);
    }
  }
  const facts = project.facts;
  return {
    brand,
    public: {
      brand: {
        brand,
        name: String(facts["name"]),
        locale: String(facts["locale"]),
        timeZone: String(facts["timeZone"]),
        country: String(facts["country"]),
        theme: compileTheme(project, brand),
        screens,
        // Pages of entries come and go with content: a menu that nobody wrote has none of them.
        site: compileSite(
          project,
          screens.filter((_, index) => places[index]!.entry === undefined),
        ),
        ...compileSavedLists(project, screens),
        words: commonWords(project),
      },
      flows,
    },
    private: {
      facts,
      hosts: project.definition["hosts"] as string[],
      ...(project.definition.embeddedBy ? { embeddedBy: project.definition.embeddedBy } : {}),
      ...(project.definition.group === undefined ? {} : { group: project.definition.group }),
      programs,
      calls: compileCalls(project),
      events: compileEventTypes(project),
      errors: errorSentences(project),
    },
  };
}

/** A screen as it is written, with what it reads: once, or for each entry of content. */
function placesOf(
  screen: BrandProject["screens"][number],
  project: BrandProject,
  brand: string,
): { screen: BrandProject["screens"][number]; project: BrandProject; entry?: string }[] {
  const type = screen["forEach"];
  if (typeof type !== "string") return [{ screen, project: withoutEntry(screen, project, brand) }];
  return entriesOf(project.files, brand, type).map((entry) => ({
    screen,
    project: openProject(project.files, brand, entry),
    entry: entry.entry,
  }));
}

/** What a screen reads that is not of an entry: where its flow is of entries, that one without any. */
function withoutEntry(
  screen: BrandProject["screens"][number],
  project: BrandProject,
  brand: string,
): BrandProject {
  const flow = writtenFlow(screen);
  const type = flow === undefined ? undefined : project.flow(flow)["forEach"];
  // No file has this name: all that there is to read of it is absent.
  return typeof type === "string" ? openProject(project.files, brand, { type, entry: "" }) : project;
}

/** The flow that a screen shows, as it is written. */
const writtenFlow = (screen: BrandProject["screens"][number]): string | undefined =>
  screen.blocks.flatMap((block) => (isMounted(block) ? block.flow : []))[0];

/** Whether a flow stands on the page itself: not over it in a dialog, and not only what was sent with it. */
const isMounted = (block: WrittenScreenBlock): block is WrittenScreenFlowBlock =>
  block.block === "flow" && block.dialog === undefined && block.receipt === undefined;

/** Plain text: what the server fills in stays a placeholder. */
const errorSentences = ({ common, brandKey, known }: BrandProject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(common).flatMap(([key, text]) =>
      key.startsWith("errors.")
        ? [[key.slice("errors.".length), fillKnown(brandKey(key) ?? text, known)]]
        : [],
    ),
  );

function commonWords(project: BrandProject): Record<string, Words> {
  const words: Record<string, Words> = {};
  for (const key of Object.keys(project.common)) {
    if (!key.startsWith("common.") || key.startsWith("common.problems.")) continue;
    words[key.slice("common.".length)] = project.words(key, [project.brandKey(key), project.common[key]])!;
  }
  return words;
}

function compileScreen(file: WrittenScreenFile, project: BrandProject, entry?: string): CompiledScreen {
  const screen = withNamedRules(file);
  const key = (slot: string): string | undefined => project.brandKey(`screens.${screen.screen}.${slot}`);
  const line = (text: string): string => fillKnown(text, project.known);
  const description = key("description") ?? screen.description;
  const documents = compilePageDocuments(screen, project, key);
  // Words are named by the place that a block has in the file, whatever stands before it for this brand.
  const blocks = screen.blocks
    .flatMap((block, index) =>
      project.appliesTo(block.onlyFor)
        ? compileBlock({ ...block }, project, (slot) => key(`blocks.${index}.${slot}`), documents)
        : [],
    )
    .map((block) => mountedFor(block, project, entry));
  const mount = blocks.find((block) => isMounted(block as unknown as WrittenScreenBlock));
  const sent = blocks.find(({ receipt }) => receipt !== undefined) as WrittenScreenFlowBlock | undefined;
  const flow = mount?.["flow"];
  const data = compileScreenData(screen.data, project);
  const head = compileScreenHead(screen.head, project);
  const bound = Object.entries((mount?.["answers"] ?? {}) as NonNullable<WrittenScreenFlowBlock["answers"]>);
  const continues = bound.find(([, given]) => given.continues)?.[0];
  const leaves = bound.flatMap(([path, given]) => (given.leaves || given.once ? [path] : []));
  const isSecret = bound.some(([, given]) => given.leaves);
  const written = writtenFlow(screen);
  const about = written === undefined ? undefined : project.flow(written).subject;
  const subject = bound.find(([path]) => path === about)?.[1].from;
  return {
    screen: entry === undefined ? screen.screen : ofEntry(screen.screen, entry),
    route: entry === undefined ? screen.route : entryRoute(screen.route, entry),
    ...(screen.routes ? { routes: screen.routes } : {}),
    ...(screen.parameters ? { parameters: screen.parameters } : {}),
    ...(screen.list === undefined ? {} : { list: screen.list }),
    title: line(key("title") ?? screen.title),
    ...(description === undefined ? {} : { description: line(description) }),
    indexed: screen.indexed ?? true,
    answers: screen.answers ?? 200,
    breadcrumbs: (screen.breadcrumbs ?? []).map(({ label, back, ...crumb }) => ({
      ...crumb,
      label: line(label),
      ...(back === undefined ? {} : { back: line(back) }),
    })),
    ...(screen.gone ? { gone: { title: line(key("gone.title") ?? screen.gone.title) } } : {}),
    ...(screen.failure ? { failure: compileFailure(screen.failure, line, key("failure.title")) } : {}),
    ...(screen.remembers ? { remembers: screen.remembers } : {}),
    ...(screen.signIn ? { signIn: true } : {}),
    ...(entry === undefined ? {} : entryShown(screen, project)),
    ...(screen.chat ? { chat: screen.chat } : {}),
    ...(data ? { data } : {}),
    ...(documents ? { documents } : {}),
    ...(head ? { head } : {}),
    ...(screen.opened ? { opened: compileOpened(screen.opened, project) } : {}),
    ...(screen.takes ? { takes: screen.takes } : {}),
    blocks,
    ...(typeof flow === "string" ? { flow } : {}),
    ...(sent ? { receipt: { flow: sent.flow, ...sent.receipt! } } : {}),
    ...(bound.length === 0
      ? {}
      : { bound: Object.fromEntries(bound.map(([path, { from }]) => [path, from])) }),
    ...(continues === undefined ? {} : { continues }),
    ...(leaves.length === 0 ? {} : { leaves }),
    ...(leaves.length === 0 || isSecret ? {} : { leavesNoSecret: true }),
    ...(subject === undefined ? {} : { subject }),
    ...addressOf(blocks),
  };
}

/** When the page of an entry is there, and whether it is an example, as the entry says. */
function entryShown(
  { forEach = "" }: WrittenScreenFile,
  { constant }: BrandProject,
): Pick<CompiledScreen, "when" | "example"> {
  const read = (field: string): unknown => constant(`content.${forEach}.${field}`);
  const when = daysOfEntry(read("since"), read("until"));
  return { ...(when === undefined ? {} : { when }), ...(read("example") === true ? { example: true } : {}) };
}

/** What blocks take from the address: the page of results, their order, and what is looked for. */
function addressOf(blocks: CompiledBlock[]): Pick<CompiledScreen, "address"> {
  const named = blocks.flatMap((block) => {
    const { paging, sort } = block as Partial<Pick<WrittenScreenViewBlock, "paging" | "sort">>;
    const { block: name, from } = block as { block: string; from?: string };
    return [
      ...(name === "siteSearch" && from !== undefined ? [[from, { text: true }] as const] : []),
      ...(paging ? [[paging.from, { page: true }] as const] : []),
      ...(sort ? [[sort.from, { orders: sort.options.map(({ value }) => value) }] as const] : []),
    ];
  });
  return named.length === 0 ? {} : { address: Object.fromEntries(named) };
}

/** A block that shows a flow of entries shows the one of its own entry. */
function mountedFor(block: CompiledBlock, project: BrandProject, entry: string | undefined): CompiledBlock {
  const { flow } = block;
  if (entry === undefined || typeof flow !== "string") return block;
  return "forEach" in project.flow(flow) ? { ...block, flow: ofEntry(flow, entry) } : block;
}

function compileFailure(
  { title: written, ...failure }: NonNullable<CompiledScreen["failure"]>,
  line: (text: string) => string,
  override: string | undefined,
): NonNullable<CompiledScreen["failure"]> {
  const title = override ?? written;
  return { ...failure, ...(title === undefined ? {} : { title: line(title) }) };
}

/** What a view says itself, in the brand's words. */
const viewWords = (
  project: BrandProject,
  { view, wording = {} }: WrittenViewFile,
): Record<string, Words | undefined> =>
  Object.fromEntries(
    Object.entries(wording).map(([slot, text]) => [
      slot,
      project.words(slot, [project.brandKey(`views.${view}.${slot}`), text]),
    ]),
  );

const isOfEntries = (items: unknown): items is WrittenScreenFromContent =>
  typeof items === "object" && items !== null && Object.hasOwn(items, "entries");

/** A block as the brand has it; none where all that it would hold is content that the brand does not have. */
function compileBlock(
  block: WrittenScreenBlock,
  project: BrandProject,
  override: (slot: string) => string | undefined,
  documents: CompiledScreen["documents"],
): CompiledBlock[] {
  const { onlyFor: _, when: written, ...rest } = block as Extract<WrittenScreenBlock, { when?: unknown }>;
  const when = foldCondition(written, project.constant);
  if (when === false) return [];
  const compiled = JSON.parse(JSON.stringify(rest)) as CompiledBlock;
  for (const { at, text, markdown } of textsOfBlock(block)) {
    const said = override(at.join(".")) ?? text;
    const words = markdown ? project.words(at.join("."), [said]) : fillKnown(said, project.known);
    // Items and actions are objects of the clone, down to what holds the text.
    let holder = compiled as Record<string | number, unknown>;
    for (const key of at.slice(0, -1)) holder = holder[key] as typeof holder;
    holder[at.at(-1)!] = words;
  }
  if (when !== undefined) compiled.when = when;
  settleActions(compiled, project, documents);
  const list = contentOfBlock(block);
  const { items: source } = block as { items?: unknown };
  if (list !== undefined) compiled["items"] = itemsFromContent(project, list);
  else if (isOfEntries(source)) compiled["items"] = itemsFromEntries(project, source);
  else keepOwnItems(project, compiled);
  settleDays(compiled);
  if (block.block === "view") {
    const view = project.view(block.view);
    if (view.map === true) compiled["map"] = true;
    if (view.wording) compiled["words"] = viewWords(project, view);
    if (view.actions === "under" && "actions" in compiled) compiled["actionsUnder"] = true;
  }
  return "items" in compiled && (compiled["items"] as unknown[]).length === 0 ? [] : [compiled];
}
