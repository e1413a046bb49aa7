/** What belongs to car dealers can be left out: their folders, and one line for each place that registers them. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { processEnv } from "../support/process-env.ts";
import { copyWithoutDealers } from "../support/without-dealers.ts";

const folder = mkdtempSync(join(tmpdir(), "vitrina-without-dealers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
copyWithoutDealers(folder);

// What is compiled of a copy is of use to nobody else.
const env = { ...processEnv(), NO_COLOR: "1", NODE_COMPILE_CACHE: join(folder, "var/compiled") };

const run = (command: string, ...words: string[]): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    execFile(command, words, { cwd: folder, env }, (problem, out, error) =>
      resolve({ code: problem ? Number(problem.code ?? 1) : 0, out: out + error }),
    );
  });

// Each is a process of its own, and the machine may have other things to do.
test("the library's definitions have no errors, and its examples come out as they say", async () => {
  const { code, out } = await run(process.execPath, "tools/check.ts");
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Todo bien: .* 12 ejemplos salen como dicen\.\s*$/),
  ]);
});

/** Puts something into a file of the copy, and gives back what takes it out again. */
function put(path: string, replace: string, by: string): () => void {
  const file = join(folder, path);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(replace, by));
  return () => writeFileSync(file, text);
}

test("what is of dealers is refused as anything that is not there; the grammar that is made anew offers none", async () => {
  const fixed = await run(process.execPath, "tools/check.ts", "--fix");
  expect(fixed).toEqual({ code: 0, out: expect.stringContaining("Todo bien") });
  const undo = [
    put("schemas/flows/room/flow.json", '"kind": "personName"', '"kind": "plate"'),
    put("brands/RBV/brand.json", '"shelf-of-books.svg"', '"suv"'),
  ];
  const { code, out } = await run(process.execPath, "tools/check.ts");
  for (const back of undo) back();
  expect([code, out]).toEqual([1, expect.stringContaining('"suv"')]);
  expect(out).toContain("unknown-kind");
  const grammar = readFileSync(join(folder, "schemas/language/definitions.schema.json"), "utf8");
  const { definitions } = JSON.parse(grammar) as { definitions: Record<string, { enum: string[] }> };
  expect(definitions["icon"]!.enum).toContain("key");
  expect(definitions["icon"]!.enum).not.toContain("car");
  expect(definitions["formatName"]!.enum).toContain("date");
  expect(definitions["formatName"]!.enum).not.toContain("plate");
});

test("the code that is left has the types that it asks for", async () => {
  const configuration = JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8")) as object;
  // The tools of tests and benches are not of the product.
  const tools = [
    "authors",
    "build.ts",
    "check.ts",
    "new-brand.ts",
    "new-flow.ts",
    "operate.ts",
    "services.ts",
  ];
  const include = ["renderer", "schemas", "server", ...tools.map((name) => `tools/${name}`)];
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...configuration, include }));
  expect(await run(join(folder, "node_modules/.bin/tsc"), "--noEmit")).toEqual({ code: 0, out: "" });
});

const start = `
import { createApp } from "./server/app.ts";
import { readConfig } from "./server/config/config.ts";
const config = readConfig({ DATA_DIR: "./var", SERVICES_PORT: "off", UPSTREAM_ROOMS: "http://127.0.0.1:9", UPSTREAM_PAYMENTS: "http://127.0.0.1:9", TOKEN_ROOMS: "a-token" });
const none = { render: async (page) => ({ html: page.screen.title, head: "" }), tags: () => ({ head: "" }), register() {}, gallery: () => ({ head: "", module: "" }), policy: () => ({ scripts: [], connections: [] }), close: async () => {} };
const app = await createApp({ config, assets: none, watch: false, logLevel: "fatal" });
const ask = async (url) => { const { statusCode, body } = await app.server.inject({ url, headers: { host: "rbv.localhost" } }); return { statusCode, body }; };
console.log(JSON.stringify([await ask("/"), await ask("/salas")]));
await app.close();
`;

test("the server starts without reference data, and has the library's pages", async () => {
  writeFileSync(join(folder, "start.ts"), start);
  expect(existsSync(join(folder, "fixtures"))).toBe(false);
  const { code, out } = await run(process.execPath, "start.ts");
  expect([code, out]).toEqual([0, expect.stringContaining("Reserva una sala")]);
  const pages = JSON.parse(out) as { statusCode: number }[];
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});
