/** Which services and brands the definitions name, read before anything else is: settings are judged by them. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export interface DeclaredService {
  name: string;
  /** Brands whose pages can call it: by a flow of one of their screens, or one that such a flow begins. */
  brands: string[];
  /** Whether it is called with a token that the settings give. */
  needsToken: boolean;
}

export interface Declared {
  services: DeclaredService[];
  brands: string[];
  /** Services that this program can answer itself. */
  embedded: readonly string[];
}

interface ServiceFile {
  service: string;
  calls: Record<string, { authorization?: { token?: unknown } }>;
}

interface DefinitionFile {
  /** From the folder of definitions, with `/`. */
  path: string;
  content: unknown;
  /** What may be names of calls, `<service>.<call>`, wherever in it they stand. */
  calls: ReadonlySet<string>;
  /** Flows that it shows or begins. */
  flows: readonly string[];
}

interface BrandFile {
  extends?: string;
  screens?: unknown[];
}

const flowFolder = "schemas/flows/";

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // An example calls nothing.
    if (entry.isDirectory()) return entry.name === "examples" ? [] : filesUnder(path);
    return entry.name.endsWith(".json") ? [path] : [];
  });
}

/** What cannot be read is left out: the checker says what is wrong with it. */
function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const callName = /"([^".\s]+\.[^".\s]+)"/g;

const callsNamedIn = (text: string): Set<string> =>
  new Set([...text.matchAll(callName)].map(([, name]) => name!));

const isServiceFile = (content: unknown): content is ServiceFile => {
  const { service, calls } = (content ?? {}) as Partial<ServiceFile>;
  return typeof service === "string" && typeof calls === "object" && calls !== null;
};

const flowName = /"(?:flow|begin)"\s*:\s*"([^"]+)"/g;

/** Flows that a definition shows or begins, wherever in it that stands. */
const flowsNamedIn = (text: string): string[] => [...text.matchAll(flowName)].map(([, name]) => name!);

/** All that a brand's pages are made of. What is not of one screen or flow is shared by all. */
function filesOfBrand(files: DefinitionFile[], brand: string): DefinitionFile[] {
  const read = (path: string): BrandFile => files.find((file) => file.path === path)?.content ?? {};
  const said = read(`brands/${brand}/brand.json`);
  const defaults = `brands/defaults/${said.extends}/`;
  const screens = said.screens ?? read(`${defaults}brand.json`).screens ?? [];
  const shared = files.filter(({ path, content }) => {
    if (path.startsWith("brands/")) return path.startsWith(`brands/${brand}/`) || path.startsWith(defaults);
    if (path.startsWith("schemas/screens/"))
      return screens.includes((content as { screen?: unknown })?.screen);
    return !path.startsWith(flowFolder);
  });
  const reached = new Map<string, DefinitionFile[]>();
  const waiting = shared.flatMap(({ flows }) => flows);
  for (const flow of waiting) {
    if (reached.has(flow)) continue;
    const own = files.filter(({ path }) => path.startsWith(`${flowFolder}${flow}/`));
    reached.set(flow, own);
    waiting.push(...own.flatMap(({ flows }) => flows));
  }
  return [...shared, ...[...reached.values()].flat()];
}

/** @param embedded names of the services that this program can answer itself */
export function readDeclared(definitionsDir: string, embedded: readonly string[]): Declared {
  try {
    const files = [join(definitionsDir, "schemas"), join(definitionsDir, "brands")]
      .flatMap(filesUnder)
      .map((path): DefinitionFile => {
        const text = readFileSync(path, "utf8");
        const from = relative(definitionsDir, path).replaceAll("\\", "/");
        const content = contentOf(text);
        return { path: from, content, calls: callsNamedIn(text), flows: flowsNamedIn(text) };
      });
    const isOfService = ({ path }: DefinitionFile): boolean => path.startsWith("schemas/services/");
    const services = files
      .filter(isOfService)
      .map(({ content }) => content)
      .filter(isServiceFile);
    const others = files.filter((file) => !isOfService(file));
    const brands = readdirSync(join(definitionsDir, "brands"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "defaults")
      .map(({ name }) => name);
    const pages = brands.map((brand) => ({ brand, files: filesOfBrand(others, brand) }));
    const callers = (call: string): string[] =>
      pages.filter((one) => one.files.some(({ calls }) => calls.has(call))).map((one) => one.brand);
    return {
      services: services.map(({ service: name, calls }) => {
        const called = new Set(Object.keys(calls).flatMap((call) => callers(`${name}.${call}`)));
        return {
          name,
          brands: brands.filter((brand) => called.has(brand)),
          needsToken: Object.values(calls).some(
            ({ authorization }) => authorization !== undefined && authorization.token === undefined,
          ),
        };
      }),
      brands,
      embedded,
    };
  } catch {
    return { services: [], brands: [], embedded };
  }
}
