/** `npm run hold`: keeps a submission from being erased, or lets it go. The store is the one that DATA_DIR or DATABASE_URL name. */
import { runCommand } from "./authors/project.ts";
import { operateHold } from "./evidence/keep.ts";

await runCommand(async (words) => {
  const { text, code } = await operateHold(words, process.env);
  process.stdout.write(`${text}\n`);
  return code;
});
