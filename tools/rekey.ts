/**
 * `npm run rekey`: seals all personal data in the database with the first key of DATA_KEY, while the server runs or not;
 * afterwards the other keys are needed no more. The store is the one that DATA_DIR or DATABASE_URL name.
 */
import { plural, runCommand, UsageError } from "./authors/project.ts";
import { withStore } from "./operators/command.ts";

await runCommand(async (words) => {
  if (words.length > 0) throw new UsageError("Uso: npm run rekey");
  return await withStore(process.env, async ({ store }) => {
    const count = await store.reseal({ whole: true });
    process.stdout.write(
      `${plural(count, "valor", "valores")} con otra clave o sin ella; ahora todo está cifrado con la clave ${store.seals.id}.\n`,
    );
    return 0;
  });
});
