/** Examples whose programs run, asked of a server: services answer what they say, and what they wait for is brought. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ContinueAnswer, ContinueRequest, Revision, RunState } from "../../schemas/engine/all.ts";
import { decideWait } from "../../server/operators/waits.ts";
import { awaitAt } from "../../server/runs/prepare-waits.ts";
import type { Example } from "../../tools/authors/examples.ts";
import { ledBy, type GivenEvent, type GivenProgram, type Led } from "../../tools/authors/run-program.ts";
import { visitor, type TestApp, type Visitor } from "./app.ts";
import type { StandIn } from "./stand-in.ts";

export interface Site {
  app: TestApp;
  upstream: StandIn;
  clock: { set(time: string): void; now(): Date };
}

interface Found {
  outcome: Led;
  results: Record<string, unknown>;
  /** The step at which the run is then. */
  step: string;
}

/** What the server makes of an example: its steps are continued from, up to that of its program, and its events are brought. */
export async function askedOfServer(site: Site, example: Example, given: GivenProgram): Promise<Found> {
  const { app, upstream, clock } = site;
  const { brand, flow, today, answers } = example;
  clock.set(`${today}T15:00:00Z`);
  const { calls } = app.definitions.current(brand)!.private;
  for (const [name, answer] of Object.entries(given.calls ?? {})) {
    const { method, path } = calls[name]!;
    upstream.set(`${method} /${path}`, answer === "failed" ? { status: 500, body: {} } : answer);
  }
  const who = visitor(app, brand);
  let run: RunState = (await who.ask("POST", "/api/runs", { flow, revision: "-" })).json();
  for (;;) {
    const { step, version } = run;
    const own = Object.entries(answers).filter(([path]) => path.startsWith(`${step}.`));
    const body: ContinueRequest = {
      step,
      version,
      answers: Object.fromEntries(own) as ContinueRequest["answers"],
    };
    const key = { "idempotency-key": randomUUID() };
    const answered: ContinueAnswer = (
      await who.ask("POST", `/api/runs/${run.run}/continue`, body, key)
    ).json();
    if (step !== given.step) {
      expect(answered.outcome).toHaveProperty("go");
      run = answered.state;
      continue;
    }
    let { outcome, state } = answered;
    for (const event of given.events ?? []) {
      expect(await ledTo(app, outcome)).toEqual({ wait: event.wait });
      await bring(site, who, state, event);
      const before = state.wait!.id;
      await expect
        .poll(async () => {
          state = (await who.ask("GET", `/api/runs/${run.run}`)).json().state;
          return state.settled?.wait;
        })
        .toBe(before);
      ({ outcome } = state.settled!);
    }
    return { outcome: await ledTo(app, outcome), results: state.results, step: state.step };
  }
}

const waitOf = (app: TestApp, id: string) =>
  app.store.db.selectFrom("waits").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function ledTo(app: TestApp, outcome: ContinueAnswer["outcome"]): Promise<Led> {
  if (!("wait" in outcome)) return ledBy(outcome, () => "");
  const { brand, flow, step, line } = await waitOf(app, outcome.wait);
  const { programs } = (app.definitions.current(brand) as Revision).private;
  return { wait: awaitAt(programs[flow]!.onContinue[step]!, line).as };
}

/** As whoever brings it: a provider at its address, the clock, the person, or else an operator. */
async function bring({ app, clock }: Site, who: Visitor, state: RunState, event: GivenEvent): Promise<void> {
  const { wait, run } = state;
  const { outcome, received, data = {} } = event;
  if (received) {
    const { address } = await waitOf(app, wait!.id);
    const response = await app.server.inject({
      method: "POST",
      url: new URL(address).pathname,
      headers: { host: new URL(address).host },
      payload: received,
    });
    expect([response.statusCode, response.json()]).toEqual([200, { event: "moved" }]);
  } else if (outcome === "timeout") {
    clock.set(wait!.until);
  } else if (outcome === "cancelled") {
    const response = await who.ask("POST", `/api/runs/${run}/cancel-wait`, { wait: wait!.id });
    expect(response.statusCode).toBe(200);
  } else {
    const decided = { outcome, payload: data, note: "an example" };
    await decideWait(app.store, wait!.id, decided, clock.now());
  }
}
