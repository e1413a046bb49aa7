import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const tables = ["submissions", "attempts", "calls", "deliveries", "service_records"];

/** Bytes that one submission leaves in the store, on average: all columns of all rows that came with it. */
export function bytesOfSubmission(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, "vitrina.sqlite"), { readOnly: true });
  const one = (query: string): number => Number(Object.values(database.prepare(query).get()!)[0]);
  try {
    const bytes = tables.map((table) => {
      const columns = database.prepare(`select name from pragma_table_info('${table}')`).all();
      const lengths = columns.map(({ name }) => `coalesce(length(cast("${String(name)}" as blob)), 0)`);
      return one(`select coalesce(sum(${lengths.join(" + ")}), 0) from ${table}`);
    });
    const count = one("select count(*) from submissions");
    if (count === 0) throw new Error("there is no submission to measure");
    return Math.round(bytes.reduce((sum, each) => sum + each, 0) / count);
  } finally {
    database.close();
  }
}
