/** Makes the shared option trees of places from the reference data: `node tools/dealers/reference-options.ts`. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../../server/config/config.ts";
import { loadReference } from "../../server/dealers/reference/reference.ts";
import type { Chile, Coded, Peru } from "../../server/dealers/reference/types.ts";

interface Place {
  name: string;
  /** CUT in Chile, INEI in Peru. */
  code: string;
  within?: Place[];
}

interface OptionDefinition {
  label: string;
  code: string;
  options?: Record<string, OptionDefinition>;
}

const place = ([code, name]: Coded): Place => ({ code, name });

/** From north to south, as Chile lists its regions; codes were given in another order. */
const northToSouth = [
  "15",
  "01",
  "02",
  "03",
  "04",
  "05",
  "13",
  "06",
  "07",
  "16",
  "08",
  "09",
  "14",
  "10",
  "11",
  "12",
];

function regionsOf({ regions }: Chile): Place[] {
  return regions
    .toSorted((a, b) => northToSouth.indexOf(a.code) - northToSouth.indexOf(b.code))
    .map(({ code, shortName, communes }) => ({ code, name: shortName, within: byName(communes.map(place)) }));
}

const departmentsOf = ({ departments }: Peru): Place[] =>
  byName(
    departments.map(({ code, name, provinces }) => ({
      code,
      name,
      within: byName(
        provinces.map((province) => ({
          code: province.code,
          name: province.name,
          within: byName(province.districts.map(place)),
        })),
      ),
    })),
  );

const byName = (places: Place[]): Place[] =>
  places.toSorted((a, b) => a.name.localeCompare(b.name, "es") || a.code.localeCompare(b.code));

/** Names that the lists write without an accent that Spanish puts there, or with a small article that is their own. */
const spellings: Record<string, string> = {
  "Coronel Gregorio Albarracin Lanchipa": "Coronel Gregorio Albarracín Lanchipa",
  "Elias Soplín Vargas": "Elías Soplín Vargas",
  "La Yarada los Palos": "La Yarada Los Palos",
  "San Francisco de Asis": "San Francisco de Asís",
  "San Martin de Porres": "San Martín de Porres",
  "Santa Lucia": "Santa Lucía",
  Soplin: "Soplín",
  "Victor Larco Herrera": "Víctor Larco Herrera",
};

/** Articles inside a name are small: Magdalena del Mar, Alto de la Alianza; `El` after `de` belongs to the name. */
const label = (name: string): string =>
  (spellings[name] ?? name)
    .replaceAll(" Del ", " del ")
    .replace(/ de (La|Las|Los) /g, (written) => written.toLowerCase());

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `San Juan de Lurigancho` is `sanJuanDeLurigancho`. */
export function idOf(name: string): string {
  const plain = name.normalize("NFD").replace(/[\u0300-\u036f'’]/g, "");
  const words = plain.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const joined = words.map((word) => capital(word.toLowerCase())).join("");
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** What is called like another place of the same level bears the name of what it is within, so that an id means one place. */
function treeOf(places: Place[]): Record<string, OptionDefinition> {
  const times = new Map<string, number>();
  const count = (all: Place[], level: number): void => {
    for (const { name, within = [] } of all) {
      const key = `${level} ${idOf(name)}`;
      times.set(key, (times.get(key) ?? 0) + 1);
      count(within, level + 1);
    }
  };
  count(places, 0);
  const optionsOf = (all: Place[], level: number, above: string): Record<string, OptionDefinition> => {
    const options: Record<string, OptionDefinition> = {};
    for (const { name, code, within } of all) {
      const own = idOf(name);
      const id = times.get(`${level} ${own}`) === 1 ? own : own + capital(above);
      if (Object.hasOwn(options, id)) throw new Error(`two places have the id "${id}"`);
      options[id] = {
        label: label(name),
        code,
        ...(within ? { options: optionsOf(within, level + 1, own) } : {}),
      };
    }
    return options;
  };
  return optionsOf(places, 0, "");
}

/** The texts of the generated trees by their path from the project's root, from a folder of reference data. */
export async function referenceOptions(folder: string): Promise<Record<string, string>> {
  const { chile, peru } = await loadReference(folder);
  const trees = { chile: regionsOf(chile), peru: departmentsOf(peru) };
  return Object.fromEntries(
    Object.entries(trees).map(([tree, places]) => [
      `schemas/options/${tree}.json`,
      print({ $schema: "../language/options.schema.json", options: treeOf(places) }),
    ]),
  );
}

const innermost = /^( *"[^"]+": )\{\n *("label": .+)\n *("code": "[0-9]+")\n *\}(,?)$/gm;
const widest = 110;

/** A place without others in it on one line where it fits, as the formatter has it. */
const print = (tree: unknown): string =>
  `${JSON.stringify(tree, null, 2).replace(innermost, (whole, key, name, code, comma) => {
    const line = `${key}{ ${name} ${code} }${comma}`;
    return line.length <= widest ? line : whole;
  })}\n`;

if (import.meta.main) {
  const { definitionsDir, referenceDir } = readConfig(process.env);
  for (const [path, text] of Object.entries(await referenceOptions(referenceDir)))
    await writeFile(join(definitionsDir, path), text);
}
