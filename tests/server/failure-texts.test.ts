/** What the log says of failed calls, in the words of the specification: `failureTexts` of their services. */
import { describe, expect, onTestFinished, test } from "vitest";
import { createServices } from "../../server/services/services.ts";
import { never, startStandIn, type Behaviour } from "../support/stand-in.ts";
import { keptLog, projectCalls, projectServices, revisionOf, temporaryStore } from "./parts.ts";

const credit = {
  purchaseType: 2,
  dues: 36,
  duesValue: 282_418,
  totalCredit: 10_167_073,
  annualEquivalency: 21.02,
};
const chosen = { purchaseType: 2, initialPayment: 40, dues: 36 };
const ofCar = { carId: 1_000_009, ...chosen };
const simulations: [string, Record<string, unknown>][] = [
  ["financial.simulation", ofCar],
  ["financial.dpsSimulation", ofCar],
  [
    "financial.simulationV2",
    { ...chosen, brandId: "KIA", listPrice: 12_490_000, carBrandType: "kia", carTypeId: 1 },
  ],
];

const aborted = { failureStatus: 504, failureText: "La solicitud fue abortada debido a un timeout" };
const invalid = { failureText: "Invalid response from API" };
const failed = { failureStatus: 500, failureText: "Error en la solicitud de simulación" };
const nothing = {};

const told: [string, Behaviour, object][] = [
  ["a time-out", { delay: never }, aborted],
  ["a status that is not 200", { status: 503, body: { description: "x" } }, invalid],
  [
    "an answer without data",
    { body: { statusCode: 200 } },
    { ...invalid, unfit: "/ must have required property 'data'" },
  ],
  ["a statusCode that is not 200", { body: { statusCode: 404, data: credit } }, invalid],
  ["a page instead of an answer", { body: "<html>" }, invalid],
  [
    "a description that holds an error",
    { body: { statusCode: 200, data: { ...credit, description: "Internal error of 11.111.111-1" } } },
    failed,
  ],
  ["a connection that is cut off", { cutOff: "before" }, failed],
  ["a fee", { body: { statusCode: 200, data: credit } }, nothing],
  ["a fee of 0", { body: { statusCode: 200, data: { ...credit, duesValue: 0 } } }, nothing],
];

/** The lines of the log about one call that is answered in this way. */
async function linesOf(name: string, input: Record<string, unknown>, behaviour: Behaviour) {
  const timeout = behaviour.delay === never ? 100 : 10_000;
  const calls = await projectCalls({ timeout });
  const { method, path, service } = calls[name]!;
  const standIn = await startStandIn({ [`${method} /${path}`]: behaviour });
  onTestFinished(() => standIn.stop());
  const { store } = await temporaryStore();
  const log = keptLog();
  const setting = service.replace(/[A-Z]/g, "_$&").toUpperCase();
  const services = createServices({
    store,
    config: { mode: "development", upstreams: { [setting]: `${standIn.url}/` }, services: { port: "off" } },
    embedded: await projectServices(),
    log,
  });
  onTestFinished(() => services.close());
  await services.call({ revision: await revisionOf("SI", calls), call: name, input, key: "key-1" });
  const lines = log.text().split("\n");
  return lines
    .map((line) => JSON.parse(line) as [Record<string, unknown>, string])
    .filter(([, message]) => message === "service call")
    .map(([line]) => line);
}

describe.each(simulations)("the log of %s", (name, input) => {
  test.each(told)("after %s has the text of it, and nothing of the answer", async (_, behaviour, says) => {
    const lines = await linesOf(name, input, behaviour);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const { call, brand, status, failure, milliseconds, ...text } = line;
      expect({ call, brand, text }).toEqual({ call: name, brand: "SI", text: says });
      expect([typeof status, typeof milliseconds]).toEqual(["number", "number"]);
      expect(failure === undefined).toBe(says === nothing);
    }
  });
});

test("a car that is gone is an answer, and has no text", async () => {
  const [line] = await linesOf("financial.simulation", ofCar, { status: 410, body: {} });
  expect(line).toMatchObject({ failure: "empty" });
  expect(line).not.toHaveProperty("failureText");
});

test("a mail that was not sent is told as such, in each way of failing", async () => {
  const input = {
    requestType: "x",
    serviceType: "x",
    contactReason: "x",
    subContactReason: "x",
    name: "Ana",
    lastname: "Pérez",
    rut: "11.111.111-1",
    email: "ana@correo.cl",
    patent: "BBBB12",
    contactNumber: "912345678",
    city: "x",
    branch: "x",
    comment: "x",
  };
  const ways: Behaviour[] = [
    { body: { sendEmail: false } },
    { body: {} },
    { status: 500, body: {} },
    { cutOff: "before" },
  ];
  for (const way of ways) {
    const [line, ...more] = await linesOf("clientService.sendEmail", input, way);
    expect(line).toMatchObject({ failureText: "Email not sent" });
    expect(more).toEqual([]);
  }
});

test("a text is said only of calls that name it, and of all calls where it names none", async () => {
  const calls = await projectCalls();
  expect(calls["financial.preApprobation"]?.failureTexts).toEqual([]);
  expect(calls["financial.simulation"]?.failureTexts).toHaveLength(4);
});
