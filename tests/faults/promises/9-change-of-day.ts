import assert from "node:assert/strict";
import type {
  ApiProblem,
  ContinueAnswer,
  CurrentAnswer,
  Page,
  RunState,
} from "../../../schemas/engine/all.ts";
import { startStandIn, type StandIn } from "../../support/stand-in.ts";
import { createDriver, type Driver, type Person, type Told } from "../support/load-driver.ts";
import { openServed, type Served } from "../support/served.ts";
import { contactAlone } from "../../support/contact-alone.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

interface Change {
  what: string;
  brand: string;
  /** Two moments twenty minutes apart, and the day that it is then where the brand is. */
  from: string;
  to: string;
  before: string;
  after: string;
}

const santiago = { brand: "SI" };
const lima = { brand: "WI" };

/** In order: the clock goes on. Santiago turns its clocks back in April and forward in September, Lima never does. */
const changes: Change[] = [
  {
    what: "midnight",
    ...santiago,
    from: "2027-01-15T02:50Z",
    to: "2027-01-15T03:10Z",
    before: "2027-01-14",
    after: "2027-01-15",
  },
  {
    what: "the hour that comes twice",
    ...santiago,
    from: "2027-04-04T02:50Z",
    to: "2027-04-04T03:10Z",
    before: "2027-04-03",
    after: "2027-04-03",
  },
  {
    what: "midnight after it",
    ...santiago,
    from: "2027-04-04T03:50Z",
    to: "2027-04-04T04:10Z",
    before: "2027-04-03",
    after: "2027-04-04",
  },
  {
    what: "midnight elsewhere",
    ...lima,
    from: "2027-04-04T04:50Z",
    to: "2027-04-04T05:10Z",
    before: "2027-04-03",
    after: "2027-04-04",
  },
  {
    what: "the hour that is left out",
    ...santiago,
    from: "2027-09-05T03:50Z",
    to: "2027-09-05T04:10Z",
    before: "2027-09-04",
    after: "2027-09-05",
  },
  {
    what: "a new year",
    ...lima,
    from: "2028-01-01T04:50Z",
    to: "2028-01-01T05:10Z",
    before: "2027-12-31",
    after: "2028-01-01",
  },
  {
    what: "a leap day",
    ...santiago,
    from: "2028-02-29T02:50Z",
    to: "2028-02-29T03:10Z",
    before: "2028-02-28",
    after: "2028-02-29",
  },
];

const path = "/api/runs";

const text = { kind: "text", label: "Nombre", schema: { maxLength: 60 } };
const booking = {
  flow: "booking",
  title: "Reserva",
  data: { free: { call: "hours.free", on: "load" } },
  steps: {
    visit: {
      title: "Cuándo",
      sections: {
        all: {
          fields: {
            day: {
              kind: "date",
              label: "Día",
              checks: [
                {
                  rule: { ">=": [{ "date.daysBetween": [{ var: "today" }, { var: "value" }] }, 1] },
                  says: "tooSoon",
                },
              ],
              problems: { tooSoon: "Elige un día desde mañana" },
            },
            slot: { kind: "choice", label: "Hora", options: { data: "free" } },
          },
        },
      },
      onContinue: [{ go: "person" }],
    },
    person: {
      title: "Quién",
      slug: "quien",
      sections: { all: { fields: { name: text, note: { ...text, label: "Nota", required: false } } } },
      onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
    },
    end: { title: "Listo", slug: "listo", body: "Gracias.", ends: true },
  },
};
const hours = {
  service: "hours",
  calls: {
    free: {
      method: "GET",
      path: "free",
      input: {},
      timeout: 2000,
      options: { value: "id", label: "id" },
    },
  },
};
const screen = {
  screen: "booking",
  route: "/reserva",
  title: "Reserva",
  description: "Una página de prueba.",
  blocks: [{ block: "flow", flow: "booking" }],
};

function files(): Record<string, string | null> {
  const small = contactAlone();
  const brands = ["SI", "WI"].map((code) => {
    const file = `brands/${code}/brand.json`;
    const brand = JSON.parse(small[file]!) as { screens: string[] };
    return [file, JSON.stringify({ ...brand, screens: [...brand.screens, "booking"] })];
  });
  return {
    ...small,
    ...(Object.fromEntries(brands) as Record<string, string>),
    "schemas/flows/booking/flow.json": JSON.stringify(booking),
    "schemas/services/hours.json": JSON.stringify(hours),
    "schemas/screens/booking.json": JSON.stringify(screen),
  };
}

/** The day after another one. */
const next = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const slotOf = (day: string): string => `${day} 10:00`;

/** What is free from a day on: tomorrow's hours and those of a week. */
const freeFrom = (day: string) => ({
  body: Array.from({ length: 9 }, (_, index) => ({ id: slotOf(next(day, index + 1)) })),
});

interface Booker {
  person: Person;
  run: RunState;
  chosen: Record<string, string>;
}

const typed = (name: string) => ({ "person.name": name, "person.note": `Ñandú de ${name}` });

const proceed = (
  driver: Driver,
  { person, run }: Booker,
  answers: Record<string, unknown>,
): Promise<Told<ContinueAnswer & ApiProblem>> =>
  driver.ask(
    person,
    "POST",
    `${path}/${run.run}/continue`,
    { step: Object.keys(answers)[0]!.split(".", 1)[0]!, version: run.version, answers },
    { "idempotency-key": `${run.run}-${run.version}-${JSON.stringify(answers).length}` },
  );

/** Somebody who has chosen a day and an hour, and types a name. */
async function atSecondStep(driver: Driver, day: string, name: string): Promise<Booker> {
  const person = driver.stranger();
  const begun = await driver.ask<RunState>(person, "POST", path, { flow: "booking", revision: "-" });
  assert.equal(begun.status, 200);
  person.cookie = String(begun.headers["set-cookie"]).split(";", 1)[0]!;
  const chosen = { "visit.day": day, "visit.slot": slotOf(day) };
  const booker = { person, run: begun.body, chosen };
  const told = await proceed(driver, booker, chosen);
  assert.equal(told.status, 200, `a day from tomorrow on is taken: ${JSON.stringify(told.body)}`);
  booker.run = told.body.state;
  const draft = { version: booker.run.version, answers: typed(name) };
  assert.equal((await driver.ask(person, "PATCH", `${path}/${booker.run.run}/answers`, draft)).status, 204);
  return booker;
}

async function todayOf(driver: Driver): Promise<string> {
  const { body } = await driver.ask<Page>(undefined, "GET", "/api/page?path=/reserva");
  return body.today;
}

/** One change, with so many of those who had chosen the next day, and of those who had chosen a later one. */
async function tryChange(app: Served, slots: StandIn, change: Change, people: number): Promise<number> {
  const { brand, from, to, before, after } = change;
  const moveTo = (moment: string): Promise<void> =>
    app.pass((Date.parse(moment) - app.now().getTime()) / 1000);
  const driver = createDriver({ origin: () => `http://127.0.0.1:${app.port}`, brand });
  try {
    await moveTo(from);
    slots.set("GET /free", freeFrom(before));
    assert.equal(await todayOf(driver), before, `${change.what}: the day before it`);
    const [soon, late] = [next(before), next(before, 6)];
    const bookers: Booker[] = [];
    for (let one = 0; one < people; one++) {
      bookers.push(
        await atSecondStep(driver, soon, `Ana ${one}`),
        await atSecondStep(driver, late, `Eva ${one}`),
      );
    }
    await moveTo(to);
    slots.set("GET /free", freeFrom(after));
    slots.forget();
    assert.equal(await todayOf(driver), after, `${change.what}: the day after it`);
    for (const [index, booker] of bookers.entries()) {
      const name = `${index % 2 === 0 ? "Ana" : "Eva"} ${Math.floor(index / 2)}`;
      const isOver = after !== before && booker.chosen["visit.day"] === soon;
      const all = { ...booker.chosen, ...typed(name) };
      const kept = await driver.ask<CurrentAnswer>(booker.person, "GET", `${path}?flow=booking`);
      assert.deepEqual(kept.body.run?.answers, all, `${change.what}: nothing is lost`);
      let told = await proceed(driver, booker, typed(name));
      if (isOver) {
        assert.equal(told.status, 422, `${change.what}: tomorrow has become today`);
        const outcome = told.body.outcome as { refuse: { path: string; code: string }[] };
        assert.deepEqual(
          outcome.refuse.map((problem) => [problem.path, problem.code]),
          [
            ["visit.day", "date.tooSoon"],
            ["visit.slot", "notOffered"],
          ],
        );
        assert.equal(
          told.body.options?.["free"]?.[0]?.value,
          slotOf(next(after)),
          "what is free now comes along",
        );
        assert.deepEqual(told.body.state.answers, all, `${change.what}: all that was answered stays`);
        booker.run = told.body.state;
        const another = { "visit.day": next(after), "visit.slot": slotOf(next(after)) };
        const changed = await proceed(driver, booker, another);
        assert.equal(changed.status, 200, JSON.stringify(changed.body));
        booker.run = changed.body.state;
        Object.assign(all, another);
        told = await proceed(driver, booker, typed(name));
      }
      assert.equal(told.status, 200, `${change.what}: ${JSON.stringify(told.body)}`);
      assert.equal(told.body.state.status, "done");
      const row = await app.store.db
        .selectFrom("submissions")
        .select(["answers", "state"])
        .where("run", "=", booker.run.run)
        .executeTakeFirstOrThrow();
      assert.deepEqual(
        { ...row, answers: JSON.parse(row.answers) as unknown },
        { answers: all, state: "accepted" },
      );
      const { day } = told.body.state.results["submission"] as { day: string };
      assert.equal(day, after, `${change.what}: the submission has the day of the brand's zone`);
    }
    // Chosen hours are looked up again, whether or not they are free still.
    assert.ok(
      slots.requests.some((one) => one.path === "/free"),
      `${change.what}: nothing was looked up again`,
    );
    return bookers.length;
  } finally {
    await driver.close();
  }
}

export const changeOfDay: PromiseTrial = {
  number: 9,
  promise: "Change of day and of daylight saving keep the answers and a payment under way",
  limit: 120_000,
  run: async ({ long, later }) => {
    const people = long ? 25 : 1;
    const slots = await startStandIn({ "GET /free": freeFrom("2027-01-01") });
    later(() => slots.stop());
    const app = await openServed({
      later,
      files: files(),
      env: { UPSTREAM_HOURS: slots.url, LIMIT_FACTOR: "100" },
    });
    const errors = app.definitions.diagnostics().filter(({ severity }) => severity === "error");
    assert.deepEqual(errors, []);
    let done = 0;
    for (const change of changes) done += await tryChange(app, slots, change, people);
    const names = changes.map(({ what }) => what).join(", ");
    return {
      done: `The clock moved over ${changes.length} changes in Santiago and Lima (${names}), ${count(2 * people)} persons in the middle of a form at each, half of them with tomorrow's hour chosen; a payment over midnight is tried in tests/server/booking-brands.test.ts`,
      figure: `${count(done)} of ${count(done)} persons kept every answer; what was tomorrow is refused with what is free now, any other choice goes through`,
    };
  },
};
