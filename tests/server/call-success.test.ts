/** Which answers of each service are a success: what the specification says of it, all of it. */
import { expect, test } from "vitest";
import { preparedCall } from "../../server/services/prepared-call.ts";
import { toResult } from "../../server/services/result.ts";
import { projectCalls } from "./parts.ts";

type Answer = [status: number, body: unknown];
interface Case {
  good: Answer[];
  refused: Answer[];
  garbled?: Answer[];
}

const errors = ["x", 1, { code: 1 }, ["x"], true];

/** `{error, sendEmail}`, of which `sendEmail` has to be true and `error` nothing. */
const mailed: Case = {
  good: [
    [200, { error: 0, sendEmail: true }],
    [201, { error: null, sendEmail: true }],
    [200, { error: "", sendEmail: true }],
    [200, { sendEmail: "true" }],
  ],
  refused: [
    ...errors.map((error): Answer => [200, { error, sendEmail: true }]),
    [200, { error: 0, sendEmail: false }],
    [200, { error: 0 }],
    [200, { error: 0, sendEmail: null }],
    [200, {}],
  ],
  garbled: [
    [200, { sendEmail: "yes" }],
    [200, { sendEmail: 1 }],
    [200, []],
    [200, null],
  ],
};

const credit = {
  purchaseType: 2,
  dues: 36,
  duesValue: 282_418,
  totalCredit: 10_167_073,
  annualEquivalency: 21.02,
};

const fees = {
  currency: "CLP",
  terms: [{ value: "12", label: "12 meses" }],
  fees: [{ dues: 12, initialPayment: 40, duesValue: 9_000 }],
};

const offered = { value: "convencional", label: "Crédito Convencional", min: 20, max: 80, price: 12_490_000 };

const simulated: Case = {
  good: [
    [200, { statusCode: 200, data: credit }],
    [200, { statusCode: "200", data: { ...credit, duesValue: 0 } }],
    [200, { statusCode: 200, data: { ...credit, description: null } }],
    [
      200,
      { statusCode: 200, data: { ...credit, duesValue: 0, description: "El pie es menor que el mínimo" } },
    ],
  ],
  refused: [
    ...[404, 500, 504].map((statusCode): Answer => [200, { statusCode, data: credit }]),
    ...["Internal error", "Error en la solicitud"].map((description): Answer => [
      200,
      { statusCode: 200, data: { ...credit, description } },
    ]),
  ],
  garbled: [
    [200, { statusCode: 200 }],
    [200, { statusCode: 200, data: { ...credit, duesValue: "x" } }],
    [200, { data: credit }],
    [200, null],
  ],
};

const isOk: Case = {
  good: [[200, { status: "ok" }]],
  refused: [
    [200, { status: "error" }],
    [201, { status: "OK" }],
    [200, { status: "" }],
  ],
  garbled: [
    [200, {}],
    [200, { status: null }],
  ],
};

const noError: Case = {
  good: [
    [200, { data: [], error: null }],
    [200, { data: [], error: 0 }],
    [200, { data: [] }],
  ],
  refused: [[200, { data: [], error: "x" }]],
};

const noStatusCode: Case = {
  good: [
    [200, { id: "x" }],
    [201, null],
  ],
  refused: [400, 404, 500, "500"].map((statusCode): Answer => [200, { statusCode }]),
};

const cases: Record<string, Case> = {
  "account.signIn": {
    good: [[200, { person: "p1" }]],
    refused: [
      [200, {}],
      [200, { person: "" }],
    ],
    garbled: [
      [200, { person: {} }],
      [200, []],
      [200, null],
    ],
  },
  "clientService.claimsBook": mailed,
  "clientService.sendEmail": mailed,
  "clientService.sendLeasingEmail": mailed,
  "testDrive.sendEmail": mailed,
  "fleets.quote": {
    good: [[200, { data: { sendEmail: true } }]],
    refused: [[200, { data: { sendEmail: false } }]],
    garbled: [
      [200, { data: {} }],
      [200, { sendEmail: true }],
    ],
  },
  "kinto.quote": {
    good: [
      [200, { error: 0 }],
      [200, { error: "0" }],
    ],
    refused: [
      [200, { error: 1 }],
      [200, { error: -1 }],
    ],
    garbled: [
      [200, {}],
      [200, { error: null }],
      [200, { error: "x" }],
      [200, { error: false }],
    ],
  },
  "report.generatePlaftPdf": isOk,
  "buyingFlow.reserveSpecialIncomplete": {
    good: [[200, { error: false, statusCode: 200 }]],
    refused: [
      ...errors.map((error): Answer => [200, { error, statusCode: 200 }]),
      [200, { statusCode: 500 }],
    ],
  },
  "buyingFlow.uploadFiles": isOk,
  "documents.open": isOk,
  "documents.verify": {
    good: [
      [
        200,
        {
          value: [{ fileId: "SI-1", caption: "x", maxFileSize: 10, acceptedFormats: [], status: "EMPTY" }],
        },
      ],
      [200, { error: "expired" }],
    ],
    refused: [
      [200, {}],
      [200, { error: "" }],
    ],
  },
  "buyingFlow.reserveSpecial": isOk,
  "reservation.reserve": isOk,
  "reservation.release": isOk,
  "report.generateDynamicFormExcel": {
    good: [
      [201, null],
      [201, { statusCode: 201 }],
      [201, { statusCode: "201" }],
    ],
    refused: [
      [200, null],
      [202, { statusCode: 201 }],
      [201, { statusCode: 400 }],
      [201, { statusCode: 200 }],
    ],
  },
  "email.dynamicForm": {
    good: [
      [201, { statusCode: 201 }],
      [200, null],
    ],
    refused: [
      [200, { statusCode: 400, message: "x" }],
      [201, { statusCode: "500" }],
    ],
  },
  "appointment.book": noStatusCode,
  "appointment.move": noStatusCode,
  "appointment.cancelOwn": noStatusCode,
  "appraisal.appointment": {
    good: [
      [201, { Id: "x", Status: 201, Error: null }],
      [201, { Id: 7, Status: "201" }],
      [201, { Id: "x" }],
    ],
    refused: [
      [201, { Id: "x", Status: 409 }],
      [201, { Id: "x", Status: 500 }],
      [201, { Id: "x", Status: 200 }],
      [200, { Id: "x", Status: 201 }],
      [200, { Id: "x" }],
      [201, { Id: "x", Status: 201, Error: "x" }],
      [201, { Id: "", Status: 201 }],
      [201, { Id: null, Status: 201 }],
      [201, { Status: 201 }],
    ],
    garbled: [[201, { Id: "x", Status: "Created" }]],
  },
  "appraisal.lead": {
    good: [
      [200, { Id: "x" }],
      [201, { Id: 7, error: null, dataError: null }],
    ],
    refused: [
      [201, { Id: "x", error: "x" }],
      [201, { Id: "x", dataError: { field: "x" } }],
      [201, { error: "x", dataError: "y" }],
      [201, { Id: "" }],
      [201, {}],
    ],
  },
  "appraisal.quote": {
    good: [
      [200, { price: 5_100_000, minPrice: null, statusCode: 200 }],
      [200, { price: "5100000", error: null }],
      // The flow says that there is no price.
      [200, { price: 0 }],
      [200, { price: null }],
    ],
    refused: [
      [200, { price: 1, error: "x" }],
      [200, { price: 1, statusCode: 404 }],
      [200, { price: 1, statusCode: "500" }],
    ],
    garbled: [
      [200, { price: "5.100.000" }],
      [200, { price: {} }],
      [200, { price: true }],
    ],
  },
  "buyingFlow.external": {
    good: [
      [200, { error: 0 }],
      [201, { error: 0 }],
      [200, {}],
    ],
    refused: [
      [200, { error: 1 }],
      [200, { error: "1" }],
    ],
    garbled: [
      [200, { error: "x" }],
      [200, null],
    ],
  },
  "financial.credits": {
    good: [[200, { statusCode: 200, data: { credits: [offered] } }]],
    refused: [[200, { statusCode: 500, data: { credits: [] } }]],
    garbled: [
      [200, { statusCode: 200, data: { credits: [{ value: "convencional" }] } }],
      [200, { statusCode: 200, data: {} }],
    ],
  },
  "financial.dpsSimulation": simulated,
  "financial.exchange": {
    good: [[200, { statusCode: 200, data: { currency: "PEN", rate: 3.75, date: "2026-11-20" } }]],
    refused: [[200, { statusCode: 500, data: { currency: "PEN", rate: 3.75, date: "2026-11-20" } }]],
    garbled: [
      [200, { statusCode: 200, data: { currency: "PEN", rate: 0, date: "2026-11-20" } }],
      [200, { statusCode: 200, data: { currency: "PEN" } }],
    ],
  },
  "financial.fees": {
    good: [[200, { statusCode: 200, data: fees }]],
    refused: [[200, { statusCode: 500, data: { ...fees, fees: [] } }]],
    garbled: [
      [200, { statusCode: 200, data: { ...fees, fees: [{ dues: 12 }] } }],
      [200, { statusCode: 200, data: { currency: "CLP" } }],
    ],
  },
  "financial.options": {
    good: [[200, { statusCode: 200, data: { currency: "CLP", options: [credit] } }]],
    refused: [[200, { statusCode: 500, data: { currency: "CLP", options: [] } }]],
    garbled: [
      [200, { statusCode: 200, data: { currency: "CLP", options: [{ dues: 36 }] } }],
      [200, { statusCode: 200, data: { options: [] } }],
    ],
  },
  "financial.preApprobation": {
    good: [[200, { errorMessage: null, data: { status: "pre-aprobado", leadId: "1" } }]],
    refused: [
      [200, { errorMessage: "x", data: { status: "pre-aprobado" } }],
      [200, { errorMessage: null, data: { status: "" } }],
    ],
    garbled: [[200, { errorMessage: null }]],
  },
  "financial.schedule": {
    good: [[200, { statusCode: 200, data: { ...credit, schedule: [] } }]],
    refused: [[200, { statusCode: 500, data: { ...credit, schedule: [] } }]],
    garbled: [[200, { statusCode: 200, data: credit }]],
  },
  "financial.simulation": simulated,
  "financial.simulationV2": simulated,
  "lead.buyingFlow": {
    good: [[200, { error: false, statusCode: 200 }]],
    refused: [
      ...errors.map((error): Answer => [200, { error, statusCode: 200 }]),
      [200, { statusCode: 400 }],
      [200, { statusCode: 500, message: "x" }],
      [200, {}],
    ],
  },
  "lead.incompleteBuyingFlow": {
    good: [[200, { error: false, statusCode: 200 }]],
    refused: [
      ...errors.map((error): Answer => [200, { error, statusCode: 200 }]),
      [200, { statusCode: 500 }],
      [200, {}],
    ],
  },
  "lead.quote": {
    good: [
      [200, { data: { id: 7 } }],
      [201, { statusCode: 200, error: false }],
      [200, { statusCode: "201", error: 0, errorMessage: "" }],
    ],
    refused: [
      ...errors.map((error): Answer => [200, { error, data: {} }]),
      [200, { statusCode: 400 }],
      [200, { statusCode: 500, data: {} }],
      [200, {}],
      [200, { data: null }],
    ],
    garbled: [
      [200, { statusCode: "x" }],
      [200, []],
      [200, null],
    ],
  },
  "appraisal.branchOffices": noError,
  "appraisal.slotDates": noError,
  "appraisal.slotTimes": noError,
  "tradeIn.appraise": {
    good: [
      [200, { suggestedPrice: 5_100_000, error: null }],
      [200, { suggestedPrice: null }],
    ],
    refused: [[200, { error: "x" }]],
  },
  "tradeIn.quote": {
    good: [
      [200, { price: 5_100_000, error: null }],
      [200, { price: 0 }],
    ],
    refused: [[200, { error: "x" }]],
  },
};

/** Of these the specification says that the answer is ignored, or does not say what it is: their status is all there is. */
const unsaid = new Set([
  // The same to everybody, whether a password goes out or not.
  "account.sendPassword",
  // How many there were is the success, and their shape is checked.
  "account.erase",
  "account.endSessions",
  "account.revoke",
  "account.signOut",
  "crm.webForm",
  "appointment.cancel",
  "appointment.cancelLater",
  "appointment.hold",
  "appointment.release",
  "appointment.status",
  "catalog.opened",
  // What it gives is the success, and its shape is checked.
  "payments.begin",
  "reservation.hold",
  "reservation.extend",
  "reservation.openCancellation",
  "reservation.cancel",
]);

const calls = await projectCalls();

test("of each call with an effect it is said what its success is", () => {
  const effects = Object.entries(calls).flatMap(([name, { method }]) => (method === "GET" ? [] : [name]));
  expect(effects.filter((name) => !unsaid.has(name) && !(name in cases))).toEqual([]);
  const said = Object.entries(calls).flatMap(([name, { success }]) => (success === undefined ? [] : [name]));
  expect(said.toSorted()).toEqual(Object.keys(cases).toSorted());
});

const rows = Object.entries(cases).flatMap(([name, { good, refused, garbled = [] }]) => [
  ...good.map(([status, body]) => ({ name, status, body, outcome: "ok" })),
  ...refused.map(([status, body]) => ({ name, status, body, outcome: "refused" })),
  ...garbled.map(([status, body]) => ({ name, status, body, outcome: "garbled" })),
  ...[400, 404, 409, 500, 503].flatMap((status) =>
    good.slice(0, 1).map(([, body]) => ({ name, status, body, outcome: "failed" })),
  ),
]);

test.each(rows)("$name: $status $body is $outcome", ({ name, status, body, outcome }) => {
  const call = calls[name]!;
  const result = toResult({ status, data: body }, call, preparedCall(call).readAnswer, "2026-11-23");
  const what = result.ok ? "ok" : outcome === "failed" ? "failed" : result.failure;
  expect(what).toBe(outcome);
});

test("a rule that cannot be evaluated is no success", () => {
  const call = { ...calls["crm.webForm"]!, success: { var: "elsewhere" } };
  const result = toResult({ status: 200, data: {} }, call, preparedCall(call).readAnswer, "2026-11-23");
  expect(result).toEqual({ ok: false, status: 200, failure: "garbled", data: null });
});

const held = { token: "t", until: "2026-11-25T12:30:00.000Z", canExtend: true, untilTime: "09:30" };

test.each<[string, object, string]>([
  [
    "without the hour",
    { token: "t", until: held.until, canExtend: true },
    "/ must have required property 'untilTime'",
  ],
  ["with a time that is none", { ...held, until: "in a while" }, "/until must match pattern"],
  ["with the hour in other words", { ...held, untilTime: "9:30 AM" }, "/untilTime must match pattern"],
])("a hold %s is no hold, and the log says why without telling of it", (_name, body, why) => {
  const call = preparedCall(calls["reservation.hold"]!);
  expect(call.readAnswer(200, body, "2026-11-25")).toEqual({ data: null, failure: "garbled" });
  expect(call.unfit(body)).toContain(why);
  expect(call.unfit(held)).toBe(undefined);
});
