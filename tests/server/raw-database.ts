/** The database as whoever steals it finds it. */
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { databaseFile, type StoreConfig } from "../../server/store/store.ts";

export type RawRow = Record<string, unknown>;

/** Asks it past the store. Places for values are `$1`, `$2`…, which both databases know. */
export async function askRaw(
  { dataDir, databaseUrl }: StoreConfig,
  query: string,
  values: string[] = [],
): Promise<RawRow[]> {
  if (databaseUrl === undefined) {
    const database = new DatabaseSync(databaseFile(dataDir), { timeout: 5000 });
    try {
      return database.prepare(query.replaceAll(/\$(\d)/g, "?$1")).all(...values);
    } finally {
      database.close();
    }
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query<RawRow>(query, values)).rows;
  } finally {
    await client.end();
  }
}

/** Its tables' columns, with their types. */
export async function rawColumns(config: StoreConfig): Promise<{ place: string; type: string }[]> {
  const query =
    config.databaseUrl === undefined
      ? `select m.name || '.' || c.name as place, lower(c.type) as type from sqlite_schema m, pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite!_%' escape '!'`
      : `select table_name || '.' || column_name as place, data_type as type from information_schema.columns
          where table_schema = 'public'`;
  const rows = await askRaw(config, `${query} order by 1`);
  return rows.map(({ place, type }) => ({ place: String(place), type: String(type) }));
}

/** All that is in it, as one text, without the definitions, which name nobody. */
export async function rawText(config: StoreConfig): Promise<string> {
  const tables = new Set((await rawColumns(config)).map(({ place }) => place.split(".")[0]!));
  const all: RawRow[][] = [];
  tables.delete("revisions");
  for (const table of tables) all.push(await askRaw(config, `select * from ${table}`));
  return JSON.stringify(all);
}
