/** `npm run erase`: erases what is personal in a submission, or says what that would take. The store is the one that DATA_DIR or DATABASE_URL name. */
import { runCommand } from "./authors/project.ts";
import { operateErase } from "./evidence/keep.ts";

await runCommand(async (words) => {
  const { text, code } = await operateErase(words, process.env);
  process.stdout.write(`${text}\n`);
  return code;
});
