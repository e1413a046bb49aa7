/** How far people came: what is written down of it, counted, and told to whoever follows up. */
import { expect, it } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { revoke } from "../../server/evidence/revoke.ts";
import { operateLeads } from "../../tools/operators/leads.ts";
import { openJourneys } from "./handoff-parts.ts";

it("how far each run came is listed; who agreed can be reached", async () => {
  const { product, device, clock, as } = await openJourneys();
  const { dataDir, databaseUrl } = product.app.storeConfig;
  const env = { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  const leads = async (...words: string[]): Promise<string> => (await operateLeads(words, env)).text;
  const steps = ["who", "where", "when"];
  /** Somebody who continues from so many steps, and ticks the box or not. */
  const person = async (name: string, far: number, agrees: boolean): Promise<RunState> => {
    const who = device();
    let run = await product.begin("journey", who);
    const answers = { "who.name": name, "who.email": `${name}@correo.cl`, "who.terms": agrees };
    await who.ask("PATCH", `/api/runs/${run.run}/answers`, { version: 0, answers });
    for (let done = 0; done < far; done++) {
      clock.pass(60);
      const sent = steps[done] === "who" ? answers : {};
      run = (await as(who).proceed(run, sent)).answer.state;
    }
    clock.pass(60);
    return run;
  };
  expect(await leads()).toBe("No hay ninguno así.");
  const ana = await person("ana", 2, true);
  const eva = await person("eva", 1, false);
  const ida = await person("ida", 0, true);
  const sol = await person("sol", 3, true);
  expect([ana, eva, ida, sol].map(({ step, status }) => [step, status])).toEqual([
    ["when", "open"],
    ["where", "open"],
    ["who", "open"],
    ["end", "done"],
  ]);

  const rows = (await leads("--flow", "journey")).split("\n").slice(1);
  expect(
    rows.map((row) => [row.slice(0, 8), /\d de \d {2,}\S+/.exec(row)?.[0].replaceAll(/ +/g, " ")]),
  ).toEqual([
    [sol.run.slice(0, 8), "3 de 3 Cuándo"],
    [ida.run.slice(0, 8), "1 de 3 Quién"],
    [eva.run.slice(0, 8), "2 de 3 Dónde"],
    [ana.run.slice(0, 8), "3 de 3 Cuándo"],
  ]);
  const open = await leads("--incomplete");
  expect(open).not.toContain(sol.run);
  // Nobody is named in a list, whoever agreed to what.
  for (const name of ["ana", "eva", "ida"]) expect(open).not.toContain(`${name}@`);
  const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  expect(await leads("--since", tomorrow)).toBe("No hay ninguno así.");
  expect(
    (await leads("--since", clock.now().toISOString().slice(0, 10), "--limit", "1")).split("\n"),
  ).toHaveLength(2);
  expect(await leads("--flow", "partner")).toBe("No hay ninguno así.");
  expect(await leads("--brand", "WI")).toBe("No hay ninguno así.");

  const shown = await leads("--show", ana.run);
  expect(shown).toMatch(
    /Quién: llegó .* UTC, siguió .* UTC\n {2}Dónde: llegó .*, siguió .*\n {2}Cuándo: llegó .*, no siguió/,
  );
  expect(shown).toContain("Texto: ana\n  Correo electrónico: ana@correo.cl");
  // Who did not agree, and who ticked the box without sending it.
  for (const { run } of [eva, ida]) {
    const withheld = await leads("--show", run);
    expect(withheld).toContain("Contacto:   no se muestra: no aceptó los términos.");
    expect(withheld).not.toContain("@");
  }
  // Who took it back is not written to any more.
  expect(await leads("--show", sol.run)).toContain("sol@correo.cl");
  expect(await revoke(product.app.store, { run: sol.run, brand: "SI" }, "who.terms", "x", clock.now())).toBe(
    true,
  );
  const revoked = await leads("--show", sol.run);
  expect(revoked).toContain("Contacto:   no se muestra: revocó su consentimiento.");
  expect(revoked).not.toContain("@");
  const json = JSON.parse(await leads("--show", eva.run, "--format=json"));
  expect(json).toMatchObject({
    contact: { withheld: "no aceptó los términos" },
    steps: [{ step: "who" }, { step: "where" }],
  });
  expect(await operateLeads(["--show", "nobody"], env)).toMatchObject({ code: 1 });
  for (const wrong of [
    ["--since", "ayer"],
    ["--since", "2026-13-40"],
    ["--limit", "0"],
    ["--what"],
    ["--format=xml"],
  ]) {
    await expect(operateLeads(wrong, env)).rejects.toThrow(/--/);
  }

  const { body } = await product.app.metrics.text();
  const counted = [
    ...body.matchAll(/vitrina_run_steps_total\{brand="SI",flow="journey",step="(\w+)"\} (\d+)/g),
  ];
  expect(counted.map(([, step, count]) => [step, count])).toEqual([
    ["who", "3"],
    ["where", "2"],
    ["when", "1"],
  ]);
});
