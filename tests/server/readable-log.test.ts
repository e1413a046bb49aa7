import { pino } from "pino";
import { expect, it } from "vitest";
import { logOptions } from "../../server/log.ts";
import { readableLog } from "../../server/readable-log.ts";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
}

it("shows at a terminal what is wrong with a file as the check shows it", () => {
  const output = terminal(true);
  const log = pino(logOptions("info"), readableLog(output, "development"));
  log.warn('\nschemas/flows/leasing/flow.json:41:47  error  unknown-key\n  "lavel" no es una clave.');
  expect(output.written).toEqual([
    '\nschemas/flows/leasing/flow.json:41:47  error  unknown-key\n  "lavel" no es una clave.\n',
  ]);
});

it("names what else a line holds, and nothing that is secret", () => {
  const output = terminal(true);
  const log = pino(logOptions("info"), readableLog(output, "development"));
  log.info({ brand: "SI", took: 12, answers: { name: "Ana" } }, "published");
  expect(output.written).toHaveLength(1);
  expect(output.written[0]).toMatch(/^\d\d:\d\d:\d\d published brand=SI took=12 answers=\[redacted\]\n$/);
});

it("leaves the log to programs in production, and where nobody looks", () => {
  expect(readableLog(terminal(true), "production")).toBeUndefined();
  expect(readableLog(terminal(false), "development")).toBeUndefined();
});
