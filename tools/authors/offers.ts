/**
 * What a project has, for editors to offer while its files are written: steps, calls, queries, trees, mails, flows, facts,
 * pages, and the names that rules may read. JSON Schemas that refuse nothing, made from the files, beside the grammar.
 */
import {
  allResults,
  knownFacts,
  newReport,
  acceptedFiles,
  openProject,
  routeParameters,
  type Flow,
  type Project,
} from "../../schemas/engine/describe.ts";
import { keywordOffers } from "./offer-keywords.ts";
import { readSources, type Sources } from "../../schemas/engine/all.ts";
import { offersFile, writeSources } from "./project.ts";

/** Writes them below the root of the definitions. A folder that cannot be written to has none. */
export async function writeOffers(root: string, sources: Sources): Promise<void> {
  try {
    await writeSources(root, editorOffers(sources));
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

/** Names by the key whose value they may be; in a list, each of its elements. */
type Offers = Record<string, string[]>;

const keysOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

/** What every file may name. */
function commonOffers(project: Project): Offers {
  const calls = [...project.services.values()].flatMap(({ id, value }) =>
    keysOf(value["calls"]).map((call) => `${id}.${call}`),
  );
  return {
    call: calls,
    flow: [...project.flows.keys()],
    begin: [...project.flows.keys()],
    use: [...project.fragments.keys()],
    content: [...project.content.types.keys()],
    forEach: [...project.content.types.keys()],
    screens: [...project.screens.keys()],
    savedList: [...project.savedLists.keys()],
    tree: [...project.trees.keys()],
    var: ["today", "value", ...[...knownFacts(project)].map((fact) => `brand.${fact}`)],
  };
}

/** What a screen may name besides: views, its queries, and what those are bound to. */
function screenOffers(project: Project, everywhere: Offers): Offers {
  const screens = [...project.screens.values()];
  const queries = screens.flatMap(({ value }) => keysOf(value["data"]));
  const route = screens.flatMap((screen) => routeParameters(screen).map((name) => `route.${name}`));
  const values = queries.map((query) => `data.${query}.value`);
  const lists = [...project.savedLists.keys()];
  const saved = lists.map((list) => `saved.${list}`);
  return {
    ...everywhere,
    view: [...project.views.keys()],
    data: queries,
    list: lists,
    lists,
    of: lists,
    var: [...route, ...saved, "visitor.id", ...values, ...everywhere["var"]!],
  };
}

/** What the file of one flow may name besides. */
function flowOffers(flow: Flow, common: Offers): Offers {
  const { value } = flow;
  const queries = keysOf(value["data"]);
  const paths = [...flow.fields.keys()];
  const results = [...allResults(flow)].filter((name) => !name.endsWith("()"));
  const names = [
    ...paths,
    ...keysOf(value["rules"]).map((rule) => `rules.${rule}`),
    ...queries.flatMap((query) => [`data.${query}.status`, `data.${query}.value`]),
    ...keysOf(value["parameters"]).map((name) => `with.${name}`),
    ...results,
  ];
  return {
    ...common,
    go: flow.steps.map(({ id }) => id),
    data: queries,
    query: queries,
    mail: keysOf(value["mails"]),
    document: keysOf(value["documents"]),
    dialog: keysOf(value["dialogs"]),
    sequence: keysOf(value["sequences"]),
    tree: [...flow.trees.keys(), ...common["tree"]!],
    under: paths,
    resets: paths,
    clear: paths,
    missing: names,
    var: [...names, ...common["var"]!],
  };
}

/** Anything, at any depth, whose keys have these names to choose from. What a key is for, the grammar says. */
function schemaOf(offers: Offers, self: string, keywords?: string): object {
  const inside = { $ref: self };
  const properties = Object.entries(offers).map(([key, names]) => {
    const examples = [...new Set(names)];
    const each = { ...inside, examples };
    // The grammar offers the keys themselves.
    return [key, { allOf: [inside], examples, items: { allOf: [each] }, doNotSuggest: true }];
  });
  return {
    ...(keywords === undefined ? {} : { allOf: [{ $ref: keywords }] }),
    properties: Object.fromEntries(properties) as object,
    additionalProperties: inside,
    items: inside,
  };
}

const definition = (id: string): string => `#/definitions/${id}`;

/** The files for editors, by their path from the root of the definitions. */
export function editorOffers(sources: Sources): Sources {
  const { files } = readSources(sources);
  const report = newReport();
  const project = openProject(acceptedFiles(report, files), report);
  const common = commonOffers(project);
  const flows = [...new Set(project.flows.values())];
  const paths = [...new Set(flows.flatMap((flow) => [...flow.fields.keys()]))];
  const everywhere = { ...common, path: paths, var: [...paths, ...common["var"]!] };
  const ofFields = { fieldKeywords: keywordOffers(project, files) };
  const keywords = definition("fieldKeywords");
  const whole = (offers: Offers, hasFields = false): object => ({
    allOf: [{ $ref: definition("any") }],
    definitions: {
      any: schemaOf(offers, definition("any"), hasFields ? keywords : undefined),
      ...(hasFields ? ofFields : {}),
    },
  });
  const made: Record<string, object> = {
    flow: {
      allOf: flows.map(({ id }) => ({
        if: { required: ["flow"], properties: { flow: { const: id } } },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { $ref: definition(id) },
      })),
      definitions: {
        ...Object.fromEntries(
          flows.map((flow) => [flow.id, schemaOf(flowOffers(flow, common), definition(flow.id), keywords)]),
        ),
        ...ofFields,
      },
    },
    brand: whole(everywhere),
    fragment: whole(everywhere, true),
    kind: whole(everywhere),
    screen: whole(screenOffers(project, everywhere)),
    view: whole({}),
  };
  return Object.fromEntries(
    Object.entries(made).map(([grammar, schema]) => [offersFile(grammar), `${JSON.stringify(schema)}\n`]),
  );
}
