/** `npm run explain -- <code>`: what a diagnostic means and how it is mended. Without a code, all of them. */
import { parseArgs } from "node:util";
import { nearestCodes, readSections, showList, showSection } from "./authors/diagnostics.ts";
import { runCommand, UsageError, type Terminal } from "./authors/project.ts";

export async function explainCommand(words: string[], terminal: Terminal): Promise<number> {
  const { positionals } = parseArgs({ args: words, allowPositionals: true, options: {} });
  const sections = readSections();
  const show = { colour: terminal.hasColour, width: Math.min(terminal.width, 100) };
  const [code] = positionals;
  if (code === undefined) {
    terminal.out(`${showList(sections, show)}\n\nMás de cada uno: npm run explain -- <código>\n`);
    return 0;
  }
  const section = sections.get(code);
  if (section === undefined) {
    const near = nearestCodes(code, sections.keys());
    const guess =
      near.length > 0
        ? `¿Quisiste decir ${near.map((one) => `"${one}"`).join(" o ")}?`
        : "Todos: npm run explain";
    throw new UsageError(`No hay un diagnóstico "${code}". ${guess}`);
  }
  terminal.out(`${showSection(code, section, show)}\n`);
  return 0;
}

if (import.meta.main) await runCommand(explainCommand);
