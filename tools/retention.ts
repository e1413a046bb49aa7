/** `npm run retention`: erases what is past the time for which its flow keeps it, or says what that is. The store is the one that DATA_DIR or DATABASE_URL name. */
import { runCommand } from "./authors/project.ts";
import { operateRetention } from "./evidence/keep.ts";

await runCommand(async (words) => {
  const { text, code } = await operateRetention(words, process.env);
  process.stdout.write(`${text}\n`);
  return code;
});
