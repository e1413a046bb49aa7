/** Parts that the server's tests share: a store of their own, a quiet log, revisions with the project's calls. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { withRecords } from "../../schemas/engine/1-read/records.ts";
import type { CompiledCall, Revision } from "../../schemas/engine/types/index.ts";
import type { Log } from "../../server/log.ts";
import { dealerServices } from "../../server/dealers/services/index.ts";
import type { CreateEmbedded } from "../../server/services/embedded/service.ts";
import { loadReference, type Reference } from "../../server/dealers/reference/reference.ts";
import { openStore, type Queries, type Store, type StoreConfig } from "../../server/store/store.ts";
import { newStore } from "../support/new-store.ts";
import { brandFile } from "../support/brand-file.ts";

export const projectRoot = resolve(import.meta.dirname, "../..");

/** A store of one's own, closed and removed when the test has ended, and how it can be opened again. */
export async function temporaryStore(): Promise<{ store: Store; config: StoreConfig; dataDir: string }> {
  const config = await newStore();
  const store = await openStore(config);
  onTestFinished(() => store.close());
  return { store, config, dataDir: config.dataDir };
}

/** Keeps what is logged, as one text. */
export function keptLog(): Log & { text: () => string } {
  const lines: string[] = [];
  const keep = (...given: unknown[]): void => void lines.push(JSON.stringify(given));
  return { info: keep, warn: keep, error: keep, text: () => lines.join("\n") } as Log & {
    text: () => string;
  };
}

/** A clock that stands still until it is set. */
export function setClock(start = "2026-11-21T12:00:00.000Z"): {
  now: () => Date;
  pass: (seconds: number) => void;
} {
  let time = Date.parse(start);
  return { now: () => new Date(time), pass: (seconds) => void (time += seconds * 1000) };
}

type CallFile = Partial<CompiledCall>;
type FailureTextFile = NonNullable<CompiledCall["failureTexts"]>[number] & { calls?: string[] };

async function readServices() {
  const folder = join(projectRoot, "schemas/services");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return texts.map((text) => withRecords(JSON.parse(text)));
}

let services: ReturnType<typeof readServices> | undefined;

/** The calls of schemas/services, which are read once, with `change` applied to each. */
export async function projectCalls(change: CallFile = {}): Promise<Record<string, CompiledCall>> {
  const calls: Record<string, CompiledCall> = {};
  for (const definition of await (services ??= readServices())) {
    for (const [call, given] of Object.entries(definition.calls as Record<string, CallFile>)) {
      const { service } = definition;
      calls[`${service}.${call}`] = {
        input: {},
        optional: [],
        query: {},
        cache: 0,
        ...given,
        headers: { ...definition.headers, ...given.headers },
        failureTexts: ((definition.failureTexts ?? []) as FailureTextFile[]).filter(
          ({ calls: named }) => named?.includes(call) ?? true,
        ),
        service,
        call,
        ...change,
      } as CompiledCall;
    }
  }
  return calls;
}

/** A revision as far as services read it. */
export async function revisionOf(code: string, calls: Record<string, CompiledCall>): Promise<Revision> {
  const { facts, theme } = brandFile(code);
  return {
    hash: `hash-${code}`,
    brand: code,
    public: { brand: { name: facts.name, theme, site: { hours: [] } }, flows: {} },
    private: { facts, programs: {}, calls },
  } as unknown as Revision;
}

/** As if nothing had been accepted yet: for tests that take an acceptance back. */
export async function forgetEvidence(db: Queries): Promise<void> {
  for (const table of ["consents", "evidence", "evidence_heads", "evidence_tree_heads"] as const)
    await db.deleteFrom(table).execute();
}

/** All deliveries, in the order in which they were queued. */
export const allDeliveries = (db: Queries) =>
  db.selectFrom("deliveries").selectAll().orderBy("created_at").orderBy("dedupe").execute();

let reference: Promise<Reference> | undefined;

/** The project's reference data, read once for all tests of a file. */
export const projectReference = (): Promise<Reference> =>
  (reference ??= loadReference(join(projectRoot, "fixtures/reference")));

/** The embedded services with it. */
export const projectServices = async (): Promise<CreateEmbedded> => dealerServices(await projectReference());
