/** A copy of the project without what belongs to car dealers: their folders, and the lines that register them. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { libraryFiles, productFolders } from "./library.ts";

const root = join(import.meta.dirname, "../..");

/** Where a trade is registered, with the lines that do it. */
export const registrations: Record<string, string[]> = {
  "schemas/engine/operations/packs.ts": ['import { dealers } from "./dealers/dealers.ts";', "dealers,"],
  "schemas/engine/operations/uses.ts": ['import { dealers } from "./dealers/uses.ts";', "dealers,"],
  "schemas/engine/schema-org/types.ts": ['import { dealers } from "./dealers/dealers.ts";', "dealers,"],
  "server/embedded-backends.ts": ['import { dealers } from "./dealers/dealers.ts";', "dealers,"],
  "tools/operate.ts": ['import { dealerCommands } from "./dealers/commands.ts";', "...dealerCommands,"],
  "renderer/views/registry.ts": [
    'branchOffices: () => import("./dealers/BranchOffices.tsx"),',
    'carCards: () => import("./dealers/CarCards.tsx"),',
    'carDetail: () => import("./dealers/CarDetail.tsx"),',
    'carInspection: () => import("./dealers/CarInspection.tsx"),',
    'carOffices: () => import("./dealers/CarOffices.tsx"),',
    'carVersionTable: () => import("./dealers/CarVersionTable.tsx"),',
    'cars: () => import("./dealers/Cars.tsx"),',
    'creditFees: () => import("./dealers/CreditFees.tsx"),',
    'creditOptions: () => import("./dealers/CreditOptions.tsx"),',
    'creditResult: () => import("./dealers/CreditResult.tsx"),',
    'creditSchedule: () => import("./dealers/CreditSchedule.tsx"),',
  ],
};

const code = ["renderer", "schemas", "server", "tools", "package.json", "tsconfig.json", "vite.config.ts"];

/** Writes the copy to a folder, with the library's brand and forms. The packages are shared. */
export function copyWithoutDealers(to: string): void {
  const isLeftOut = (path: string): boolean => {
    const own = relative(root, path);
    return own.split("/").includes("dealers") || productFolders.includes(own);
  };
  for (const part of code)
    cpSync(join(root, part), join(to, part), { recursive: true, filter: (path) => !isLeftOut(path) });
  for (const [file, lines] of Object.entries(registrations)) {
    const text = readFileSync(join(to, file), "utf8").split("\n");
    const left = text.filter((line) => !lines.includes(line.trim()));
    if (left.length !== text.length - lines.length) throw new Error(`${file} does not register dealers so`);
    writeFileSync(join(to, file), left.join("\n"));
  }
  for (const [path, text] of Object.entries(libraryFiles())) {
    if (text === null) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), text);
  }
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
}
