/** `npm run consents`: lists what was agreed to with a submission, and writes down that it was taken back. The store is the one that DATA_DIR or DATABASE_URL name. */
import { runCommand } from "./authors/project.ts";
import { operateConsents } from "./evidence/keep.ts";

await runCommand(async (words) => {
  const { text, code } = await operateConsents(words, process.env);
  process.stdout.write(`${text}\n`);
  return code;
});
