/**
 * `npm run rekey`: seals all personal data in the database with the first key of DATA_KEY, while the server runs or not;
 * afterwards the other keys are needed no more. The store is the one that DATA_DIR or DATABASE_URL name.
 */
import { plural, runCommand, UsageError } from "./authors/project.ts";
import { withStore } from "./operators/command.ts";

await runCommand(async (words) => {
  if (words.length > 0) throw new UsageError("Uso: npm run rekey");
  return await withStore(process.env, async ({ store }) => {
    const bad: string[] = [];
    const damaged = (place: string, values: number): void => {
      bad.push(`✗ ${place}: ${plural(values, "valor dañado", "valores dañados")}, sin cambiar.`);
    };
    const count = await store.reseal({ whole: true, damaged });
    const sealed = `${plural(count, "valor", "valores")} con otra clave o sin ella`;
    const lines =
      bad.length === 0
        ? [`${sealed}; ahora todo está cifrado con la clave ${store.seals.id}.`]
        : [
            `${sealed}; cifrados ahora con la clave ${store.seals.id}. No todos:`,
            ...bad,
            "Conserva las claves anteriores: «npm run evidence -- --verify» dice cuáles son.",
          ];
    process.stdout.write(`${lines.join("\n")}\n`);
    return bad.length === 0 ? 0 : 1;
  });
});
