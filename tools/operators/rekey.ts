/** What `npm run operate -- rekey` does: afterwards the other keys are needed no more. */
import type { Env } from "../../server/config/settings.ts";
import { rekey } from "../../server/operators/rekey.ts";
import { withStore } from "../../server/operators/store.ts";
import { plural, UsageError } from "../authors/project.ts";
import type { Printed } from "./command.ts";

/** @throws {UsageError} */
export async function operateRekey(words: string[], env: Env): Promise<Printed> {
  if (words.length > 0) throw new UsageError("Uso: npm run operate -- rekey");
  const { count, key, damaged } = await withStore(env, rekey);
  const sealed = `${plural(count, "valor o archivo", "valores o archivos")} con otra clave o sin ella`;
  if (damaged.length === 0)
    return { text: `${sealed}; ahora todo está cifrado con la clave ${key}.`, code: 0 };
  const lines = [
    `${sealed}; cifrados ahora con la clave ${key}. No todos:`,
    ...damaged.map(
      ({ column, values }) => `✗ ${column}: ${plural(values, "dañado", "dañados")}, sin cambiar.`,
    ),
    "Conserva las claves anteriores: «npm run operate -- evidence --verify» dice cuáles son.",
  ];
  return { text: lines.join("\n"), code: 1 };
}
