/**
 * `npm run leads -- [--incomplete] [--flow <flow>] | --show <run>`: how far people came with a form, and how those are
 * reached who did not end it and agreed to that. The store is the one that DATA_DIR or DATABASE_URL name.
 */
import { runCommand } from "./authors/project.ts";
import { operateLeads } from "./leads/operate.ts";

await runCommand(async (words) => {
  const { text, code } = await operateLeads(words, process.env);
  process.stdout.write(`${text}\n`);
  return code;
});
