/**
 * `npm run submissions -- <number, document or plate> | --show <number>`: finds what people sent by its number or by the
 * document or plate that it names, and shows one whole. The store is the one that DATA_DIR or DATABASE_URL name.
 */
import { runCommand } from "./authors/project.ts";
import { operateSubmissions } from "./submissions/operate.ts";

await runCommand(async (words) => {
  const { text, code } = await operateSubmissions(words, process.env);
  process.stdout.write(`${text}\n`);
  return code;
});
