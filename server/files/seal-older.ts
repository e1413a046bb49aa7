import type { Log } from "../log.ts";
import type { Storage } from "../storage/storage.ts";
import type { Store } from "../store/store.ts";
import { resealAll } from "./reseal-all.ts";

/** Seals what is there from before there were seals, or of an older key; what is cut off goes on at the next start. */
export async function sealOlder(
  held: { store: Store; storage: Storage; dataDir: string },
  log: Log,
  isStopping: () => boolean,
): Promise<void> {
  try {
    const damaged = (place: string, count: number): void =>
      log.error({ place, count }, "personal values are damaged and stay as they are");
    const count = await resealAll(held, { isStopping, damaged });
    if (count > 0) log.info({ count }, "personal values and files sealed");
  } catch (error) {
    log.error({ err: error }, "personal values and files could not be sealed");
  }
}
