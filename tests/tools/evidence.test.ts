/** `npm run operate -- evidence` and what goes with it: what is told of a submission, and what is kept, held and erased. */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { operateEvidence } from "../../tools/operators/evidence.ts";
import { operateConsents, operateErase, operateHold, operateRetention } from "../../tools/operators/keep.ts";
import { operateLeads } from "../../tools/operators/leads.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { until } from "../support/until.ts";

const file = "schemas/flows/contact/flow.json";
const terms = '"terms": {';
const conditional = `"detail": {
  "kind": "longText",
  "label": "Detalle",
  "visibleWhen": { "or": [{ "==": [{ "var": "request.type" }, "complaint"] }, { "==": [{ "var": "request.service" }, "service"] }] }
}, ${terms}`;
const good = { ...contactAnswers["SI"]!, "request.detail": "Con techo." };

async function sent(app: TestApp, who: Visitor, run: RunState, answers: object): Promise<string> {
  const response = await who.ask(
    "POST",
    `/api/runs/${run.run}/continue`,
    { step: run.step, version: run.version, answers },
    { "idempotency-key": randomUUID() },
  );
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
  const { number } = await app.store.db
    .selectFrom("submissions")
    .select("number")
    .where("run", "=", run.run)
    .executeTakeFirstOrThrow();
  return number;
}

const begin = async (who: Visitor): Promise<RunState> =>
  (await who.ask("POST", "/api/runs", { flow: "contact", revision: "-" })).json();

const envOf = ({ storeConfig }: TestApp) => ({
  DATA_DIR: storeConfig.dataDir,
  ...(storeConfig.databaseUrl === undefined ? {} : { DATABASE_URL: storeConfig.databaseUrl }),
});

test("a run that was begun before a new revision and another engine is told in its own words", async () => {
  let app = await openApp({ copy: contactAlone() });
  await app.edit(file, terms, conditional);
  await app.definitions.reload();
  const [early, hidden] = [visitor(app, "SI"), visitor(app, "SI")];
  const [run, other] = [await begin(early), await begin(hidden)];
  await app.edit(file, '"label": "Comentario",', '"label": "Tu mensaje",');
  await app.edit(file, '"label": "Apellidos"', '"label": "Tus apellidos"');
  // What it was compiled by, had the engine been another one then.
  await sql`update revisions set engine = 'motor-anterior'`.execute(app.store.db);
  app = await app.reopen();
  const env = envOf(app);
  const number = await sent(app, visitor(app, "SI", early.cookie), run, good);
  const service = { "request.service": "usedCars", "request.reason": "quote", "request.subReason": "price" };
  const { "request.plate": _, ...carless } = contactAnswers["SI"]!;
  const unasked = await sent(app, visitor(app, "SI", hidden.cookie), other, { ...carless, ...service });
  const late = visitor(app, "SI");
  const newer = await sent(app, late, await begin(late), good);

  const { text, code } = await operateEvidence([number], env);
  expect([code, text]).toEqual([0, expect.any(String)]);
  for (const line of [
    "Motor:         compilada por motor-anterior",
    "  6. Comentario — obligatoria [request.comment]",
    "     Respuesta: Quiero cotizar la mantención.",
    "  14. Detalle — obligatoria [request.detail]",
    "  ✓ Evaluada otra vez, muestra exactamente lo que se mostró.",
    "  ✓ Lo guardado es lo que se aceptó.",
    "  ✓ El registro SI está entero: 6 entradas.",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).toContain("Apellidos");
  expect(text).not.toMatch(/Tu mensaje|Tus apellidos/);
  expect((await operateEvidence([newer], env)).text).toMatch(/Tu mensaje[^]*/);

  const data = JSON.parse((await operateEvidence([unasked, "--format=json"], env)).text);
  expect(JSON.stringify(data.shown)).not.toContain("request.detail");
  expect(data).toMatchObject({ doubts: [], verified: { found: [] }, consents: [{ path: "request.terms" }] });

  const why = await operateEvidence([unasked, "--why", "request.detail"], env);
  expect([why.code, why.text.split("\n")]).toEqual([
    0,
    [
      "«Detalle» (request.detail)",
      "No se mostró.",
      "- El paso «request» es parte del camino: siempre.",
      "- La pregunta no se muestra, por su regla:",
      "    ✗ no se cumple: algo de esto:",
      "      ✗ no se cumple: «Tipo de solicitud» es «Reclamo»",
      "          «Tipo de solicitud»: «Consulta» (query)",
      "      ✗ no se cumple: «Tipo de servicio» es «Servicio técnico»",
      "          «Tipo de servicio»: «Venta de autos usados» (usedCars)",
    ],
  ]);
  expect((await operateEvidence([number, "--why", "request.detail"], env)).text).toContain(
    "✓ se cumple: «Tipo de servicio» es «Servicio técnico»",
  );
  expect(await operateEvidence([number, "--why", "request.nothing"], env)).toMatchObject({ code: 1 });

  // Changed behind our back.
  const { answers } = await app.store.db
    .selectFrom("submissions")
    .select("answers")
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  await app.store.db
    .updateTable("submissions")
    .set({ answers: answers.replace("cotizar", "vender") })
    .where("number", "=", number)
    .execute();
  const changed = await operateEvidence([number], env);
  expect([changed.code, changed.text]).toEqual([
    1,
    expect.stringContaining("la solicitud no dice lo que decía"),
  ]);
  const verified = await operateEvidence(["--verify"], env);
  expect(verified.code).toBe(1);
  expect(verified.text).toContain(`✗ SI, n.º 1, ${number}: la solicitud no dice lo que decía al aceptarse.`);
});

test("what is agreed to is revoked, what is held stays, what is erased is gone, mails in files too", async () => {
  const app = await openApp();
  const env = envOf(app);
  const who = visitor(app, "SI");
  const number = await sent(app, who, await begin(who), contactAnswers["SI"]!);
  await until(
    async () => {
      const open = await app.store.db
        .selectFrom("deliveries")
        .select("id")
        .where("state", "!=", "delivered")
        .execute();
      return open.length === 0;
    },
    () => "mails are waiting",
  );
  const mails = () => readdir(join(app.dataDir, "mail"));
  expect((await mails()).length).toBeGreaterThan(0);

  expect((await operateConsents(["list", number], env)).text).toMatch(/^request\.terms {2}vigente, dado/);
  const revoking = ["revoke", number, "request.terms", "--reason", "Lo pidió por correo"];
  expect(await operateConsents(revoking, env)).toMatchObject({ code: 0 });
  expect(await operateConsents(revoking, env)).toMatchObject({ code: 1 });
  expect((await operateConsents(["list", number], env)).text).toContain("revocado");

  expect(await operateHold([number, "--reason", "Juicio 12"], env)).toMatchObject({ code: 0 });
  expect(await operateErase([number, "--dry-run"], env)).toMatchObject({ code: 1 });
  expect(await operateErase([number, "--reason", "Lo pidió"], env)).toMatchObject({
    code: 1,
    text: expect.stringContaining("Juicio 12"),
  });
  expect(await operateHold([number, "--release", "--reason", "Terminó"], env)).toMatchObject({ code: 0 });
  const dry = await operateErase([number, "--dry-run"], env);
  expect([dry.code, dry.text]).toEqual([0, expect.stringContaining("12 respuestas")]);
  expect(dry.text).toMatch(/No se cambió nada\.$/);
  expect((await operateRetention(["--dry-run"], env)).text).toMatch(
    /^SI contact: 5 años, desde el .*Nada pasó su plazo\./,
  );
  expect((await mails()).length).toBeGreaterThan(0);

  expect(await operateErase([number, "--reason", "Lo pidió"], env)).toMatchObject({
    code: 0,
    text: expect.stringContaining(
      "Lo recibieron además, y ahí no se borra: clientService.sendEmail, crm.webForm.",
    ),
  });
  expect(await mails()).toEqual([]);
  const dump = [];
  for (const table of [
    "runs",
    "submissions",
    "deliveries",
    "attempts",
    "calls",
    "consents",
    "evidence",
  ] as const) {
    dump.push(await app.store.db.selectFrom(table).selectAll().execute());
  }
  expect(JSON.stringify(dump)).not.toMatch(/María|12345678|maria@correo|987654321/);
  const { text, code } = await operateEvidence([number], env);
  expect([code, text]).toEqual([0, expect.stringContaining("Lo que se preguntó y respondió se borró.")]);
  expect(text).toContain("borrada: Lo pidió");
  expect(await operateErase([number, "--reason", "Otra vez"], env)).toMatchObject({ code: 1 });
  expect(await app.housekeeping.once()).toMatchObject({ retention: 0 });

  // What was sent six years ago, as far as the store knows, goes by itself.
  const old = visitor(app, "SI");
  const past = await sent(app, old, await begin(old), contactAnswers["SI"]!);
  await app.store.db
    .updateTable("submissions")
    .set({ created_at: "2019-01-01T00:00:00.000Z" })
    .where("number", "=", past)
    .execute();
  await until(
    async () => (await app.housekeeping.once())["retention"] === 1,
    () => "it is kept",
  );
  expect((await operateEvidence([past], env)).text).toContain("borrada por su plazo de 5 años");
});

test("what was begun and not sent is found by who it names, and nothing of it stays when that is erased", async () => {
  const app = await openApp();
  const env = envOf(app);
  const keep = async (who: Visitor, answers: object): Promise<string> => {
    const { run, version } = await begin(who);
    const kept = await who.ask("PATCH", `/api/runs/${run}/answers`, { version, answers });
    expect(kept.statusCode).toBe(204);
    return run;
  };
  const run = await keep(visitor(app, "SI"), { "request.email": "ana@correo.cl" });
  const other = await keep(visitor(app, "SI"), { "request.email": "eva@correo.cl" });
  const found = async (text: string) => (await operateLeads(["--naming", text], env)).text;
  expect(await found("ANA@correo.cl")).toContain(run);
  expect(await found("ANA@correo.cl")).not.toMatch(new RegExp(`${other}|@`));
  expect(await found("nadie@correo.cl")).toBe("No hay ninguno así.");

  const dry = await operateErase(["--run", run, "--dry-run"], env);
  expect([dry.code, dry.text]).toEqual([
    0,
    expect.stringMatching(
      /\(SI, contact, sin enviar\):\n {2}1 respuesta[^]*No quedaría nada\.\nNo se cambió nada\.$/,
    ),
  ]);
  expect(await found("ana@correo.cl")).toContain(run);
  expect(await operateErase(["--run", run, "--reason", "Lo pidió"], env)).toMatchObject({ code: 0 });
  expect(await found("ana@correo.cl")).toBe("No hay ninguno así.");
  expect(await operateErase(["--run", run, "--reason", "Otra vez"], env)).toMatchObject({
    code: 1,
    text: expect.stringContaining("Se borró, o nunca existió."),
  });
  expect(await found("eva@correo.cl")).toContain(other);
});

test("a wrong call says how it is called, and does nothing", async () => {
  const app = await openApp();
  const env = envOf(app);
  const who = visitor(app, "SI");
  const number = await sent(app, who, await begin(who), contactAnswers["SI"]!);
  const calls: [() => Promise<unknown>, RegExp][] = [
    [() => operateEvidence([], env), /^Uso: npm run operate -- evidence/],
    [() => operateEvidence(["--verify", number], env), /sin número/],
    // A brand that was mistyped has nothing wrong with it.
    [() => operateEvidence(["--verify", "--brand", "si"], env), /No hay ningún registro de «si».*: SI/],
    [() => operateEvidence(["--verify", "--noted", "SI:x:y"], env), /--noted es marca:número:hash/],
    [() => operateEvidence([number, "--format=xml"], env), /--format/],
    [() => operateEvidence(["SI-0000-0000"], env), /No hay ninguna solicitud «SI-0000-0000»/],
    [() => operateErase([number], env), /Falta el motivo/],
    [() => operateHold([number, "--reason", "  "], env), /Falta el motivo/],
    [() => operateConsents(["revoke", number, "--reason", "x"], env), /^Uso: npm run operate -- consents/],
    [() => operateRetention(["all"], env), /^Uso: npm run operate -- retention/],
    [() => operateEvidence([number], { DATA_DIR: "/nowhere" }), /No hay datos en/],
  ];
  for (const [call, words] of calls) await expect(call()).rejects.toThrow(words);
  const noted = (await operateEvidence(["--verify"], env)).text.split("\n").at(-1)!.trim();
  expect(await operateEvidence(["--verify", "--noted", noted], env)).toMatchObject({ code: 0 });
  const wrong = noted.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
  expect(await operateEvidence(["--verify", "--noted", wrong], env)).toMatchObject({ code: 1 });
  // The same number in another flow, as sequences have it.
  const again = visitor(app, "SI");
  await sent(app, again, await begin(again), contactAnswers["SI"]!);
  await app.store.db.updateTable("submissions").set({ number: "N-1" }).execute();
  await expect(operateEvidence(["N-1"], env)).rejects.toThrow(/Hay 2 solicitudes «N-1»/);
  expect(await operateEvidence([number], env)).toMatchObject({ code: 1 });
});
