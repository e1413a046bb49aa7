import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Differs when one of the stock's files is another, or was written again; `""` where there is none. */
export async function stockStamp(folder: string): Promise<string> {
  const stock = join(folder, "stock");
  const names = (await readdir(stock).catch(() => [])).filter((name) => name.endsWith(".jsonl")).toSorted();
  const stamps = names.map(async (name) => {
    const { size, mtimeMs, ino } = await stat(join(stock, name));
    return `${name} ${size} ${mtimeMs} ${ino}`;
  });
  return (await Promise.all(stamps)).join("\n");
}
