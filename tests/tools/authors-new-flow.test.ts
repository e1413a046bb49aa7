import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ContinueAnswer, RunState } from "../../schemas/engine/all.ts";
import { openApp, visitor } from "../support/app.ts";
import { brandFile } from "../support/brand-file.ts";
import { shownElsewhere } from "../support/covering.ts";
import { fewBrands } from "../support/few-brands.ts";
import { copied, isFormatted, readIn, root, tool } from "./authors-support.ts";

const brand = (code: string): string => `brands/${code}/brand.json`;
const screensOf = (folder: string, code: string): string[] =>
  (JSON.parse(readIn(folder, brand(code))) as { screens: string[] }).screens;

describe("new-flow", () => {
  const untouched = copied(fewBrands(), afterAll);
  // One has a list of screens of its own, and one that of its defaults; the others have it as one of them.
  const codes = ["SI", "WI", ...shownElsewhere(["CO", "PO", "SM", "CL"])];

  test("makes a flow that passes check and formatting, and that somebody can complete", async () => {
    const folder = copied(fewBrands(...codes));
    const made = await tool("new-flow", "trial-drive", "--title", "Agenda una prueba", "--folder", folder);
    expect(made).toMatchObject({ code: 0, error: "" });
    expect((await tool("check", folder)).out).toContain("Todo bien");
    expect(await isFormatted(`${folder}/schemas`, `${folder}/brands`)).toBe(true);

    const app = await openApp({ copy: folder });
    for (const code of codes) {
      const who = visitor(app, code);
      const page = await who.ask("GET", "/trial-drive");
      expect([page.statusCode, page.body.includes("Agenda una prueba")]).toEqual([200, true]);
      const revision = app.definitions.current(code)!.hash;
      const run: RunState = (await who.ask("POST", "/api/runs", { flow: "trial-drive", revision })).json();
      const proceed = (answers: Record<string, string>) =>
        who.ask(
          "POST",
          `/api/runs/${run.run}/continue`,
          { step: run.step, version: run.version, answers },
          { "idempotency-key": randomUUID() },
        );
      const { answers, expect: expected } = JSON.parse(
        readIn(folder, "schemas/flows/trial-drive/examples/accepted.json"),
      ) as { answers: Record<string, string>; expect: { steps: string[] } };
      const refused = await proceed({ "request.name": answers["request.name"]! });
      expect([refused.statusCode, JSON.stringify(refused.json())]).toEqual([
        422,
        expect.stringContaining("request.email"),
      ]);
      const { outcome, state }: ContinueAnswer = (await proceed(answers)).json();
      expect([outcome, state.status]).toEqual([{ go: expected.steps.at(-1) }, "done"]);
    }
    const submissions = await app.store.db.selectFrom("submissions").selectAll().execute();
    expect(submissions).toHaveLength(codes.length);
    const deliveries = await app.store.db.selectFrom("deliveries").selectAll().execute();
    expect(deliveries.map(({ kind }) => kind)).toEqual(codes.map(() => "mail"));
  });

  test("gives its screen only to the brands that are named, and changes nothing else of theirs", async () => {
    const folder = copied(fewBrands("CO"));
    await tool("new-flow", "offers", "--brand", "WI,SI", "--folder", folder);
    expect(readIn(folder, brand("CO"))).toBe(readIn(root, brand("CO")));
    // One that has its screens from its defaults has a list of its own now.
    const { screens } = brandFile("WI");
    expect(screensOf(folder, "WI")).toEqual([...screens, "offers"]);
    expect(JSON.parse(readIn(folder, brand("WI")))).toMatchObject({ extends: "peru" });
    expect(screensOf(folder, "SI")).toEqual([...screensOf(root, "SI"), "offers"]);
    expect(readIn(folder, brand("SI")).replace(/,\s*"offers"/, "")).toBe(readIn(root, brand("SI")));
    const example = JSON.parse(readIn(folder, "schemas/flows/offers/examples/accepted.json")) as object;
    expect(example).toMatchObject({ brand: "WI" });
  });

  test.each<[string, string[], string]>([
    ["an id that exists", ["contact"], '"contact" ya existe: schemas/flows/contact/'],
    ["the id of a screen", ["home"], '"home" ya existe: schemas/screens/home.json'],
    ["no id", [], "Uso: npm run new-flow"],
    ["two ids", ["one", "two"], "Uso: npm run new-flow"],
    ["capitals", ["TestDrive"], "minúsculas"],
    ["spaces", ["test drive"], "minúsculas"],
    ["a path", ["../outside"], "minúsculas"],
    ["a brand that is not there", ["offers", "--brand", "SJ"], '¿Quisiste decir "SI"?'],
    ["an empty title", ["offers", "--title", " "], "vacío"],
    ["a title with braces", ["offers", "--title", "Hola {nadie}"], "unknown-placeholder"],
    ["an address that is taken", ["contacto"], "duplicate-route"],
  ])("refuses %s and writes nothing", async (_, words, said) => {
    const { code, error } = await tool("new-flow", ...words, "--folder", untouched);
    expect(code).toBe(2);
    expect(error).toContain(said);
    expect(error).not.toMatch(/^ +at /m);
    expect(existsSync(join(untouched, "schemas/flows/offers"))).toBe(false);
    expect(readIn(untouched, brand("SI"))).toBe(readIn(root, brand("SI")));
  });
});
