/** `npm run explain -- <code>`: what a diagnostic means and how it is mended. Without a code, all of them. */
import { parseArgs } from "node:util";
import { nearestCodes, readSections, showList, showSection } from "./authors/diagnostics.ts";
import { runCommand, UsageError, wantsColour } from "./authors/project.ts";

await runCommand(async (words) => {
  const { positionals } = parseArgs({ args: words, allowPositionals: true, options: {} });
  const sections = readSections();
  const show = { colour: wantsColour(), width: Math.min(process.stdout.columns ?? 100, 100) };
  const [code] = positionals;
  if (code === undefined) {
    process.stdout.write(`${showList(sections, show)}\n\nMás de cada uno: npm run explain -- <código>\n`);
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
  process.stdout.write(`${showSection(code, section, show)}\n`);
  return 0;
});
