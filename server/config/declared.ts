/** Which services and brands the definitions name, read before anything else is: settings are judged by them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface DeclaredService {
  name: string;
  /** Whether any file but its own names one of its calls. */
  isUsed: boolean;
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

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(path);
    return entry.name.endsWith(".json") ? [path] : [];
  });
}

/** What cannot be read is left out: the checker says what is wrong with it. */
function contentOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

const isServiceFile = (content: unknown): content is ServiceFile => {
  const { service, calls } = (content ?? {}) as Partial<ServiceFile>;
  return typeof service === "string" && typeof calls === "object" && calls !== null;
};

/** @param embedded names of the services that this program can answer itself */
export function readDeclared(definitionsDir: string, embedded: readonly string[]): Declared {
  try {
    const own = join(definitionsDir, "schemas/services");
    const files = filesUnder(own).map(contentOf).filter(isServiceFile);
    const others = [join(definitionsDir, "schemas"), join(definitionsDir, "brands")]
      .flatMap(filesUnder)
      .filter((path) => !path.startsWith(own))
      .map((path) => readFileSync(path, "utf8"));
    const isNamed = (call: string): boolean => others.some((text) => text.includes(`"${call}"`));
    return {
      services: files.map(({ service: name, calls }) => ({
        name,
        isUsed: Object.keys(calls).some((call) => isNamed(`${name}.${call}`)),
        needsToken: Object.values(calls).some(
          ({ authorization }) => authorization !== undefined && authorization.token === undefined,
        ),
      })),
      brands: readdirSync(join(definitionsDir, "brands"), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
      embedded,
    };
  } catch {
    return { services: [], brands: [], embedded };
  }
}
