import { expect, it } from "vitest";
import type { ApiProblem, CurrentAnswer } from "../../schemas/engine/all.ts";
import { later } from "./support/cleaned.ts";
import { answersOf, createDriver, type Driver, type Person } from "./support/load-driver.ts";
import { openServed } from "./support/served.ts";
import { contactAlone } from "../support/contact-alone.ts";

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const deepList = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Bodies that nobody's browser sends. `ANSWER` stands where an answer would. */
const answers: Record<string, string> = {
  "a prototype": '{"__proto__":{"polluted":true}}',
  "a constructor": '{"constructor":{"prototype":{"polluted":true}}}',
  "a prototype further down": '{"a":{"b":{"__proto__":{"polluted":true}}}}',
  "a thousand levels": deep(1000),
  "a hundred thousand levels": deep(100_000),
  "lists in lists": deepList(50_000),
  "a list of objects": '[{"a":1}]',
  "a list of lists": "[[1]]",
  "a list of too many": JSON.stringify(Array.from({ length: 10_000 }, String)),
  "an object of too many keys": JSON.stringify(
    Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1])),
  ),
  "a text of 100 KB": JSON.stringify("x".repeat(100_000)),
  "a text of 10 MB": JSON.stringify("x".repeat(10_000_000)),
  "an endless number": "1e999",
  "half a character": '"\\ud800"',
  NUL: '"a\\u0000"',
};

const bodies: Record<string, string> = {
  nothing: "",
  "no JSON": "hola",
  "half of a JSON": '{"flow":"contact"',
  null: "null",
  "a number": "5",
  "a text": '"hola"',
  "a list": "[]",
  "a list of lists": deepList(50_000),
  "a prototype": '{"__proto__":{"polluted":true},"flow":"contact","revision":"-"}',
  "a constructor": '{"constructor":{"prototype":{"polluted":true}}}',
  "an unknown key": '{"flow":"contact","revision":"-","version":0,"step":"request","answers":{},"extra":1}',
  "10 MB": JSON.stringify({ flow: "x".repeat(10_000_000) }),
  "many levels": deep(100_000),
  "all of the wrong type":
    '{"flow":{},"revision":[],"step":7,"version":"0","answers":"x","data":true,"inputs":1}',
};

interface Case {
  where: string;
  what: string;
  method: "POST" | "PATCH";
  path: string;
  body: string;
}

function casesFor(person: Person, revision: string): Case[] {
  const run = `/api/runs/${person.run}`;
  const places = [
    { where: "begin", method: "POST", path: "/api/runs" },
    { where: "draft", method: "PATCH", path: `${run}/answers` },
    { where: "continue", method: "POST", path: `${run}/continue` },
    { where: "data", method: "POST", path: "/api/data" },
  ] as const;
  const whole = places.flatMap((place) =>
    Object.entries(bodies).map(([what, body]) => Object.assign({ what, body }, place)),
  );
  const within = Object.entries(answers).flatMap(([what, answer]): Case[] => [
    {
      where: "an answer of a draft",
      what,
      method: "PATCH",
      path: `${run}/answers`,
      body: `{"version":0,"answers":{"request.comment":${answer}}}`,
    },
    {
      where: "an answer of continue",
      what,
      method: "POST",
      path: `${run}/continue`,
      body: `{"step":"request","version":0,"answers":{"request.comment":${answer}}}`,
    },
    {
      where: "an input of data",
      what,
      method: "POST",
      path: "/api/data",
      body: `{"revision":"${revision}","flow":"contact","data":"branches","inputs":{"city":${answer}}}`,
    },
  ]);
  return [...whole, ...within];
}

async function stateOf(driver: Driver, person: Person): Promise<unknown> {
  return (await driver.ask<CurrentAnswer>(person, "GET", "/api/runs?flow=contact")).body.run;
}

it("hostile bodies are refused by name, quickly, and change nothing", async () => {
  const app = await openServed({ later, files: contactAlone() });
  const driver = createDriver({ origin: () => `http://127.0.0.1:${app.port}`, connections: 4 });
  later(() => driver.close());
  const person = await driver.begin();
  const kept = { "request.name": "Ana" };
  await driver.ask(person, "PATCH", `/api/runs/${person.run}/answers`, { version: 0, answers: kept });
  const before = (await stateOf(driver, person)) as { revision: string };

  const wrong: string[] = [];
  for (const { where, what, method, path, body } of casesFor(person, before.revision)) {
    const key = { "content-type": "application/json", "idempotency-key": "0123456789" };
    // Of this process alone, in which the server is: the machine may be busy with something else.
    const began = process.cpuUsage();
    const told = await driver.ask<ApiProblem>(person, method, path, body, key);
    const { user, system } = process.cpuUsage(began);
    const took = (user + system) / 1000;
    const { error, message, requestId } = told.body;
    const isClear = [error, message, requestId].every((text) => typeof text === "string" && text !== "");
    if (![400, 413, 415, 422].includes(told.status) || !isClear || took > 1000) {
      wrong.push(
        `${where}, ${what}: ${told.status} ${told.bytes.toString().slice(0, 120)} in ${Math.round(took)} ms`,
      );
    }
  }
  expect(wrong).toEqual([]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(await stateOf(driver, person)).toEqual(before);
  // And the form still works for whoever was there.
  const { state } = await driver.send(person);
  expect(state.status).toBe("done");
  expect(state.answers).toEqual(answersOf(person));
});

it("only JSON is read, whatever it is called", async () => {
  const app = await openServed({ later, files: contactAlone() });
  const driver = createDriver({ origin: () => `http://127.0.0.1:${app.port}` });
  later(() => driver.close());
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/xml",
    "x",
  ];
  for (const type of types) {
    const { status } = await driver.ask(undefined, "POST", "/api/runs", '{"flow":"contact","revision":"-"}', {
      "content-type": type,
    });
    expect([type, status]).toEqual([type, 415]);
  }
});
