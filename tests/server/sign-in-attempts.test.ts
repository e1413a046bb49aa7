/** Whether somebody is known here cannot be told by asking: not by what is answered, nor by how long it takes. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt, randomUUID } from "node:crypto";
import { DefaultQueryExecutor } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepCode } from "../../server/store/sign-ins.ts";
import { personText } from "../../server/store/identifiers.ts";
import { propertyRuns } from "../support/properties.ts";
import { ana, openAccounts, type Accounts, type Person } from "./sign-in-parts.ts";

const few = 20;
/**
 * Where there is time for many, the times are compared too: of few they say nothing, the machine's own unrest is more. What
 * is done for each says the same, at any number.
 */
const isTimed = propertyRuns(few) > few;
/** Of either sort, in turn. With `npm run faults -- properties` they are 2,000 together. */
const attempts = isTimed ? 1_000 : few;

/** How often one may is another matter, and would end this at once. */
const unlimited = { env: { LIMIT_FACTOR: "100000" } };
/** Seconds after which one document may be asked for again. */
const hour = 3_601;

const stranger = (): Person => ({
  document: String(randomInt(10_000_000, 99_999_999)),
  email: `${randomUUID()}@correo.cl`,
});

/** What a quarter of them are below: what else the machine does only makes them longer. */
const quarter = (times: number[]): number => times.toSorted((one, two) => one - two)[times.length >> 2]!;

/** Milliseconds by which they may differ by chance. A try that is written down, or not, is more. */
const chanceMs = 0.5;

interface Told {
  answers: Set<string>;
  /** What each of them cost: queries, and hashes with the data key. */
  work: Set<string>;
  times: number[];
}

const told = (): Told => ({ answers: new Set(), work: new Set(), times: [] });

interface Work {
  queries: number;
  hashes: number;
}

/** Counts what is done for a call alone: what else the server does meanwhile is none of it. */
function countWork({ app }: Accounts): AsyncLocalStorage<Work> {
  const ofCall = new AsyncLocalStorage<Work>();
  const note = (what: keyof Work): void => {
    const work = ofCall.getStore();
    if (work) work[what] += 1;
  };
  const { hashes } = app.store.seals;
  vi.spyOn(app.store.seals, "hashes").mockImplementation((text) => {
    note("hashes");
    return hashes(text);
  });
  // oxlint-disable-next-line typescript/unbound-method -- called with its own executor below
  const { executeQuery } = DefaultQueryExecutor.prototype;
  vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery").mockImplementation(async function (
    this: never,
    query,
  ) {
    note("queries");
    return await executeQuery.call(this, query);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return ofCall;
}

/** Makes a call for people of either sort in turn, and writes down what each was told and after how many milliseconds. */
async function tried(
  accounts: Accounts,
  call: string,
  known: () => Promise<Record<string, string>>,
  unknown: () => Promise<Record<string, string>>,
): Promise<{ known: Told; unknown: Told }> {
  const { app } = accounts;
  const ofCall = countWork(accounts);
  const revision = app.definitions.current("SI")!;
  const both = { known: told(), unknown: told() };
  const sorts = [
    [both.known, known],
    [both.unknown, unknown],
  ] as const;
  // The first calls of a process take longer.
  for (let attempt = -5; attempt < attempts; attempt++) {
    for (const [into, inputOf] of sorts) {
      const input = await inputOf();
      const began = performance.now();
      const work: Work = { queries: 0, hashes: 0 };
      const asked = { revision, call, input, key: randomUUID() };
      const answer = await ofCall.run(work, () => app.services.call(asked));
      const took = performance.now() - began;
      if (attempt < 0) continue;
      into.times.push(took);
      into.answers.add(JSON.stringify(answer));
      into.work.add(JSON.stringify(work));
    }
  }
  return both;
}

/** What is told apart, in words; undefined where nothing is: neither an answer nor a wait beyond the machine's own unrest. */
function toldApart(what: string, { known, unknown }: { known: Told; unknown: Told }): string | undefined {
  const [one, other] = [quarter(known.times), quarter(unknown.times)];
  const figures = `${[...known.work].join(" ")}, a quarter below ${one.toFixed(2)} ms known, ${other.toFixed(2)} ms unknown`;
  console.log(`${what}: ${attempts * 2} attempts, ${figures}`);
  const answers = new Set([...known.answers, ...unknown.answers]);
  if (answers.size !== 1) return [...answers].join(" or ");
  const work = new Set([...known.work, ...unknown.work]);
  if (work.size !== 1) return [...work].join(" or ");
  return isTimed && Math.abs(one - other) > chanceMs ? figures : undefined;
}

const limit = { timeout: 900_000 };

test("by a wrong password", limit, async () => {
  const accounts = await openAccounts(unlimited);
  await accounts.send(accounts.device(), ana);
  const { store } = accounts.app;
  const person = personText(ana.document, ana.email);
  const mailed = async () => {
    accounts.clock.pass(hour);
    const now = accounts.clock.now();
    const expires = new Date(now.getTime() + 600_000);
    await keepCode(store, { brand: "SI", person, code: "12345678", now, expires });
    return { document: ana.document, password: "87654321" };
  };
  const nobody = async () => {
    await mailed();
    return { document: stranger().document, password: "87654321" };
  };
  const both = await tried(accounts, "account.signIn", mailed, nobody);
  expect(toldApart("wrong passwords", both)).toBeUndefined();
});

test("by asking for a password", limit, async () => {
  const accounts = await openAccounts(unlimited);
  const who = accounts.device();
  await accounts.send(who, ana);
  const known = async () => {
    accounts.clock.pass(hour);
    return { ...ana };
  };
  const unknown = async () => {
    accounts.clock.pass(hour);
    return { ...stranger() };
  };
  const both = await tried(accounts, "account.sendPassword", known, unknown);
  expect(toldApart("passwords asked for", both)).toBeUndefined();
});
