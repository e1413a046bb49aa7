/** A server's SQLite database as it would read without seals, for tests that look at it beside the server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseDataKey } from "../../server/config/storage.ts";
import { dataKeyFile } from "../../server/store/data-keys.ts";
import { personalColumns, personalIn, type ColumnRef } from "../../server/store/personal.ts";
import { createSeals, dataKey } from "../../server/store/seals.ts";

/** Opens it to be read; tables with personal columns are hidden behind views of the same name that open them. */
export function openedDatabase(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, "vitrina.sqlite"), { readOnly: true });
  const key = parseDataKey(readFileSync(dataKeyFile(dataDir), "utf8").trim())!;
  const seals = createSeals([dataKey(key)]);
  database.function("opened", { deterministic: true }, (place, text) =>
    typeof text === "string" ? seals.open(String(place) as ColumnRef, text) : text,
  );
  for (const table of Object.keys(personalColumns)) {
    const personal = personalIn(table);
    const names = database.prepare("select name from pragma_table_info(?)").all(table);
    const columns = names.map(({ name }) => {
      const place = personal.get(String(name));
      return place === undefined
        ? `"${String(name)}"`
        : `opened('${place}', "${String(name)}") as "${String(name)}"`;
    });
    database.exec(`create temp view "${table}" as select ${columns.join(", ")} from main."${table}"`);
  }
  return database;
}
