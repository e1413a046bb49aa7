import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formats } from "../../schemas/engine/operations/formats.ts";
import { operators } from "../../schemas/engine/4-evaluate/rules.ts";
import { operations } from "../../schemas/engine/operations/index.ts";
import { operationUses } from "../../schemas/engine/operations/uses.ts";
import { root } from "../support/definitions.ts";

it("docs/operations.md names every operator, operation and format, and no other", async () => {
  const page = await readFile(join(root, "docs/operations.md"), "utf8");
  const named = [...page.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]);
  expect(named).toEqual([...operators, ...Object.keys(operations), ...Object.keys(formats)]);
});

it("of each operation it is said what it is for, and of no other", () => {
  expect(Object.keys(operationUses)).toEqual(Object.keys(operations));
});

it.each([
  ["Av. Ñuñoa Nº 1.234, depto. 5-B", 20, "Av Nunoa N depto B"],
  ["Pasaje O'Higgins", 20, "Pasaje OHiggins"],
  ["Libertador General Bernardo O'Higgins", 20, "Libertador General B"],
  ["Avenida Providencia 1", 19, "Avenida Providencia"],
  ["Avenida Los Leones Norte", 12, "Avenida Los"],
  ["  José \n María ", 20, "Jose Maria"],
  ["1234", 20, ""],
  ["", 20, ""],
  ["Ana", 0, ""],
  ["Ana", "x", ""],
  [null, 20, null],
  [12, 20, null],
])("text.plain of %j to %j is %j", (text, length, plain) => {
  expect(operations["text.plain"]!(text, length)).toBe(plain);
});

it.each([
  ["+56 9 8123-4567", "56981234567"],
  ["sin número", ""],
  [null, ""],
  [12, ""],
])("text.digits of %j is %j", (text, digits) => {
  expect(operations["text.digits"]!(text)).toBe(digits);
});

const keyed = [
  { "2026-11-24": ["10:30", "09:00", "10:30"] },
  { "2026-11-23": ["15:00:00"], "2026-11-25": [] },
  { "2026-11-23": ["08:30"], "2026-02-30": ["08:30"], hoy: ["08:30"] },
  null,
];
const named = [
  {
    date: "2026-11-24",
    freeSlots: [{ startTime: "10:30" }, { startTime: "09:00:00" }, { startTime: "25:00" }],
  },
  { date: "2026-11-23", freeSlots: [{ startTime: 9 }, null, {}] },
  { date: "2026-11-22", freeSlots: "08:30" },
  { date: "2026-11-21", freeSlots: [{ startTime: "08:30" }] },
];

const cars = [
  { id: 7, name: "Onix", price: 100 },
  { id: "8", name: "Tracker", price: 250.5 },
  { id: 9, name: "Sail", price: "300" },
  null,
];

it.each([
  ["date.daysBetween", ["2026-11-21", "2026-11-23"], 2],
  ["date.daysBetween", ["2026-11-21", "2026-11-20"], -1],
  ["date.daysBetween", ["2028-02-28", "2028-03-01"], 2],
  ["date.daysBetween", ["2026-02-30", "2026-03-01"], null],
  ["date.plusDays", ["2026-12-31", 1], "2027-01-01"],
  ["date.plusDays", ["2026-11-21", -21], "2026-10-31"],
  ["date.plusDays", ["2026-11-21", 0.5], null],
  ["date.plusDays", ["2026-11-21", 9_999_999], null],
  ["date.plusDays", ["2026-11-21", Number.MAX_SAFE_INTEGER], null],
  ["date.plusDays", [null, 1], null],
  // A claim of Monday, with a holiday on a Thursday and others at weekends.
  ["date.plusBusinessDays", ["2026-10-05", 15, ["2026-10-08", "2026-11-01"]], "2026-10-27"],
  ["date.plusBusinessDays", ["2026-10-05", 15, []], "2026-10-26"],
  ["date.plusBusinessDays", ["2026-10-05", 15, ["2026-10-10", "2026-10-11"]], "2026-10-26"],
  ["date.plusBusinessDays", ["2026-10-08", 1, ["2026-10-08", "2026-10-09"]], "2026-10-12"],
  ["date.plusBusinessDays", ["2026-10-09", 1, []], "2026-10-12"],
  ["date.plusBusinessDays", ["2026-10-10", 1, []], "2026-10-12"],
  ["date.plusBusinessDays", ["2026-12-23", 5, ["2026-12-25", "2027-01-01"]], "2026-12-31"],
  ["date.plusBusinessDays", ["2026-12-23", 6, ["2026-12-25", "2027-01-01"]], "2027-01-04"],
  ["date.plusBusinessDays", ["2028-02-28", 1, []], "2028-02-29"],
  ["date.plusBusinessDays", ["1969-12-26", 3, []], "1969-12-31"],
  ["date.plusBusinessDays", ["2026-10-10", 0, []], "2026-10-10"],
  ["date.plusBusinessDays", ["2026-10-05", -1, []], null],
  ["date.plusBusinessDays", ["2026-10-05", 1.5, []], null],
  ["date.plusBusinessDays", ["2026-10-05", 10_001, []], null],
  ["date.plusBusinessDays", ["2026-10-05", 15, ["8 de octubre"]], null],
  ["date.plusBusinessDays", ["2026-10-05", 15, null], null],
  ["date.plusBusinessDays", ["2026-02-30", 15, []], null],
  ["date.weekday", ["2026-11-21"], "saturday"],
  ["date.weekday", ["1969-12-31"], "wednesday"],
  ["date.weekday", ["1970-01-05"], "monday"],
  ["date.weekday", ["hoy"], null],
  ["list.lookUp", [cars, "id", "7", "name"], "Onix"],
  ["list.lookUp", [cars, "id", 8, "name"], "Tracker"],
  ["list.lookUp", [cars, "id", "10", "name"], null],
  ["list.lookUp", [cars, "id", null, "name"], null],
  ["list.lookUp", [cars, "constructor", "x", "name"], null],
  ["list.lookUp", [cars, "id", "7", "toString"], null],
  ["list.lookUp", [null, "id", "7", "name"], null],
  ["list.least", [[9, null, 7, "3", 8]], 7],
  ["list.least", [[null, undefined]], null],
  ["list.least", [7], null],
  ["list.numbers", [2021, 2019], [2021, 2020, 2019]],
  ["list.numbers", [-1, 1], [-1, 0, 1]],
  ["list.numbers", [7, 7], [7]],
  ["list.numbers", [1, 500], Array.from({ length: 500 }, (_, at) => at + 1)],
  ["list.numbers", [1, 501], null],
  ["list.numbers", ["2019", 2021], null],
  ["list.numbers", [1.5, 3], null],
  ["list.sumOf", [cars, "name", ["Onix", "Tracker"], "price"], 350.5],
  ["list.sumOf", [cars, "name", ["Sail", "Spark"], "price"], 0],
  ["list.sumOf", [cars, "name", null, "price"], 0],
  ["list.sumOf", [null, "name", ["Onix"], "price"], 0],
  ["maintenance.around", [null, null], [10_000, 20_000, 30_000]],
  ["maintenance.around", [0, null], [10_000, 20_000, 30_000]],
  ["maintenance.around", [52_000, null], [40_000, 50_000, 60_000]],
  ["maintenance.around", [56_000, null], [50_000, 60_000, 70_000]],
  ["maintenance.around", [400_000, null], [380_000, 390_000, 400_000]],
  ["maintenance.around", [400_001, null], null],
  ["maintenance.around", [-1, null], null],
  ["maintenance.around", ["52000", null], null],
  ["maintenance.around", [21_000, [60_000, 7_500, 15_000, 30_000, 45_000]], [7_500, 15_000, 30_000]],
  ["maintenance.around", [15_000, [10_000, 20_000]], [10_000, 20_000]],
  ["maintenance.around", [20_000, [30_000, 10_000, 40_000, 20_000]], [10_000, 20_000, 30_000]],
  ["maintenance.around", [20_000, []], [10_000, 20_000, 30_000]],
  ["number.rounded", [374.5, 0], 375],
  ["number.rounded", [374.49, 0], 374],
  ["number.rounded", [1.005, 2], 1.01],
  ["number.rounded", [1e-7, 2], 0],
  ["number.rounded", [2.5e20, 0], 2.5e20],
  ["number.rounded", [-2.5, 0], -2],
  ["number.rounded", [375, null], 375],
  ["number.rounded", ["375", 0], null],
  ["number.rounded", [null, 0], null],
  ["price.discounted", [99_990, 15], 84_991],
  ["price.discounted", [99_990, 0], 99_990],
  ["price.discounted", [99_990, 100], 99_990],
  ["price.discounted", [99_990, 150], 99_990],
  ["price.discounted", [99_990, -5], 99_990],
  ["price.discounted", [99_990, null], 99_990],
  ["price.discounted", [null, 15], null],
  [
    "text.join",
    [["Frenos", null, "", "  ", "De los 5.000 kms.", 3], " · "],
    "Frenos · De los 5.000 kms. · 3",
  ],
  ["text.amount", [12_990_000, "CLP", "es-CL"], "$12.990.000"],
  ["text.amount", [25_990.4, "USD", "en-US"], "USD\u00a025,990"],
  ["text.amount", [95_400, "PEN", "es-PE"], "S/\u00a095,400"],
  ["text.amount", [0, "CLP", "es-CL"], "$0"],
  ["text.amount", [null, "CLP", "es-CL"], null],
  ["text.amount", ["12", "CLP", "es-CL"], null],
  ["text.join", [[null, ""], " · "], null],
  ["text.join", ["Frenos", " · "], null],
  ["slots.dates", [keyed], ["2026-11-23", "2026-11-24"]],
  ["slots.dates", [named], ["2026-11-21", "2026-11-24"]],
  ["slots.dates", [[]], []],
  ["slots.dates", [null], []],
  ["slots.dates", [{ "2026-11-23": ["09:00"] }], []],
  ["slots.times", [keyed, "2026-11-23"], ["08:30", "15:00"]],
  ["slots.times", [keyed, "2026-11-24"], ["09:00", "10:30"]],
  ["slots.times", [keyed, "2026-11-25"], []],
  ["slots.times", [keyed, "2026-02-30"], []],
  ["slots.times", [keyed, null], []],
  ["slots.times", [named, "2026-11-24"], ["09:00", "10:30"]],
  ["slots.times", [named, "2026-11-23"], []],
  ["slots.times", ["2026-11-23", "2026-11-23"], []],
])("%s of %j is %j", (name, values, result) => {
  expect(operations[name]!(...values)).toEqual(result);
});
