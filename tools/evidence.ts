/** `npm run evidence`: what was shown and answered in a submission, why, and the proof that it is as it was. The store is the one that DATA_DIR or DATABASE_URL name. */
import { runCommand } from "./authors/project.ts";
import { operateEvidence } from "./evidence/operate.ts";

await runCommand(async (words) => {
  const { text, code } = await operateEvidence(words, process.env);
  process.stdout.write(`${text}\n`);
  return code;
});
