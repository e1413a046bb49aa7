import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { plainWords, type Answers, type ContinueAnswer, type RunState } from "../../schemas/engine/all.ts";
import { eraseRun } from "../../server/evidence/erase.ts";
import { listMails, readMail } from "../../server/mail/files.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { bannerForms } from "../support/banner-answers.ts";
import { fewBrands } from "../support/few-brands.ts";
import { startStandIn, type Behaviour, type StandIn } from "../support/stand-in.ts";
import { until } from "../support/until.ts";
import { unzip } from "../support/zip.ts";

const excel = "POST /customer/api/report/generate-dynamic-form-excel";
const mail = "POST /customer/api/email/dynamic-form";
const made: Behaviour = { status: 201, body: { statusCode: 201 } };

const begin = async (
  app: TestApp,
  brand: string,
  entry: string,
): Promise<{ who: Visitor; run: RunState }> => {
  const who = visitor(app, brand);
  const begun = await who.ask("POST", "/api/runs", { flow: `banner-form--${entry}`, revision: "-" });
  return { who, run: begun.json() };
};

async function send(who: Visitor, { run }: RunState, answers: Answers) {
  const headers = { "idempotency-key": randomUUID() };
  const body = { step: "request", version: 0, answers };
  const response = await who.ask("POST", `/api/runs/${run}/continue`, body, headers);
  return { status: response.statusCode, answer: response.json<ContinueAnswer>() };
}

async function mailsOf(app: TestApp, count: number) {
  await until(
    async () => (await listMails(app.mails)).length === count,
    () => "the mails have not come",
  );
  const all = await listMails(app.mails);
  return await Promise.all(all.map(async ({ id }) => (await readMail(app.mails, id))!));
}

/** All texts of a sheet's cells, in order. */
const cellsOf = (file: Uint8Array): string[] => {
  const files = unzip(file);
  const strings = [...files["xl/sharedStrings.xml"]!.toString("utf8").matchAll(/<si>.*?<\/si>/gs)].map(
    ([one]) => [...one.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text).join(""),
  );
  const sheet = files["xl/worksheets/sheet1.xml"]!.toString("utf8");
  return [...sheet.matchAll(/<c [^>]*t="s"[^>]*><v>(\d+)<\/v>/g)].map(([, index]) => strings[Number(index)]!);
};

describe("a form whose questions marketing wrote", () => {
  it.each(Object.entries(bannerForms))(
    "%s mails what was answered, with an Excel sheet, and a receipt",
    async (_, { brand, entry, answers, sent }) => {
      const app = await openApp();
      const { who, run } = await begin(app, brand, entry);
      const { answer } = await send(who, run, answers);
      expect(answer.outcome).toEqual({ go: "confirmation" });
      const content = (await import(`../../brands/${brand}/content/banner-form/${entry}.json`, {
        with: { type: "json" },
      })) as { default: { recipients: string[]; subject: string; formId: string; title: string } };
      const { recipients, subject, formId, title } = content.default;
      const mails = await mailsOf(app, recipients.length + 1);
      const { legalName } = app.definitions.current(brand)!.private.facts;
      const theirs = mails.filter((one) => recipients.includes(one.to));
      expect(theirs.map(({ to }) => to).toSorted()).toEqual(recipients.toSorted());
      for (const one of theirs) {
        expect(one.subject).toBe(subject);
        // What a service mails ends as our own mails do.
        expect(one.text).toContain(`\n${String(legalName)}\n`);
        expect(one.attachments).toMatchObject([{ name: `formulario-${formId}.xlsx` }]);
        const cells = cellsOf(one.attachments[0]!.bytes);
        expect(cells.slice(1, 4)).toEqual([title, "Formulario", formId]);
        const rows = sent.flatMap(([label, value]) => [label, /^[=+]/.test(value) ? `'${value}` : value]);
        expect(cells.slice(-rows.length)).toEqual(rows);
      }
      const receipt = mails.find(({ to }) => to === answers["request.email"]);
      expect(receipt!.subject).toMatch(/^Recibimos tus datos [A-Z]{2}-/);
      expect(receipt!.text).toContain(title);
      const [submission] = await app.store.db.selectFrom("submissions").selectAll().execute();
      // What was agreed to is kept, though no payload has it.
      expect(JSON.parse(submission!.answers)).toMatchObject({ "request.terms": true });
      expect(submission).toMatchObject({ state: "accepted", flow: `banner-form--${entry}` });
      // Nor does an erasure leave any of it with the services that are our own.
      const why = { by: "request", reason: "Lo pidió" } as const;
      expect((await eraseRun(app.store, run.run, why, new Date())).outcome).toBe("erased");
      expect(await app.store.db.selectFrom("service_records").select("key").execute()).toEqual([]);
    },
  );

  it("shows nobody who receives the answers", async () => {
    const app = await openApp();
    const { body } = await visitor(app, "SI").ask("GET", "/formularios/verano");
    expect(body).toContain("Quiero mi bono de verano");
    const { public: open } = app.definitions.current("SI")!;
    expect([body, JSON.stringify(open)].filter((text) => text.includes("campanas@"))).toEqual([]);
    expect((await visitor(app, "WI").ask("GET", "/formularios/flota-electrica")).statusCode).toBe(404);
  });
});

describe("its calls", () => {
  const { answers, sent } = bannerForms["SI/verano"]!;
  const general = "Ha ocurrido un error al guardar la información";

  async function withUpstream(sheet: Behaviour, mailed: Behaviour) {
    const upstream = await startStandIn({ [excel]: sheet, [mail]: mailed });
    onTestFinished(() => upstream.stop());
    const app = await openApp({ env: { UPSTREAM_REPORT: upstream.url, UPSTREAM_EMAIL: upstream.url } });
    return { app, upstream, ...(await begin(app, "SI", "verano")) };
  }
  const paths = ({ requests }: StandIn): string[] => requests.map(({ method, path }) => `${method} ${path}`);

  it("say what the specification says, one after the other", async () => {
    const { upstream, who, run } = await withUpstream(made, { body: {} });
    expect((await send(who, run, answers)).answer.outcome).toEqual({ go: "confirmation" });
    expect(paths(upstream)).toEqual([excel, mail]);
    for (const { body, headers } of upstream.requests) {
      expect(headers["companyid"]).toBe("1");
      expect(body).toEqual({
        email: ["campanas@salazarisrael.example", "ventas@salazarisrael.example"],
        data: {
          fieldsData: sent.map(([label, value]) => ({ label, value })),
          title: "Quiero mi bono de verano",
          description: "Un asesor te llama en el día con el bono del modelo que elijas.",
          subTitle: "Tus datos",
        },
        subject: "Bono de verano: nuevo interesado",
        formId: "SI-VERANO-2027",
        templateName: "main-dynamic-form",
      });
    }
  });

  const long = "No hay espacio en el buzón. ".repeat(40);
  const refusals: [string, Behaviour, Behaviour, string][] = [
    ["the sheet that is answered 500", { status: 500, body: {} }, made, general],
    ["the sheet that is answered 200", { body: { statusCode: 200 } }, made, general],
    ["the sheet that is refused", { status: 400, body: { message: "No" } }, made, general],
    [
      "the mail that is refused",
      made,
      { status: 400, body: { statusCode: 400, message: "Buzón **lleno** <b>" } },
      "Buzón **lleno** <b>",
    ],
    [
      "the mail that is refused with 200",
      made,
      { body: { statusCode: 400, message: "Buzón lleno" } },
      "Buzón lleno",
    ],
    [
      "the mail that is refused at length",
      made,
      { status: 400, body: { statusCode: 400, message: long } },
      long.slice(0, 400),
    ],
    ["the mail that is refused without words", made, { status: 400, body: {} }, general],
    ["the mail that is answered 503", made, { status: 503, body: {} }, general],
    ["the mail that is refused with 200 and without words", made, { body: { statusCode: 400 } }, general],
    ["the mail that failed, as a 200 says", made, { body: { statusCode: 500, message: "x" } }, general],
  ];

  it.each(refusals)(
    "%s leads to the page of failures with its words, and a retry succeeds",
    async (_, first, second, words) => {
      const { app, upstream, who, run } = await withUpstream(first, second);
      const failed = await send(who, run, answers);
      expect(failed.answer.outcome).toMatchObject({ redirect: "/404", failure: true });
      const { failureSays } = failed.answer.state;
      expect(plainWords(failureSays!).startsWith(words)).toBe(true);
      expect(plainWords(failureSays!).length).toBeLessThanOrEqual(401);
      const page = await who.ask("GET", "/404");
      expect(page.statusCode).toBe(200);
      // As text: what a service answers is no markup of ours.
      expect(page.body).toContain(words.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
      const [pending] = await app.store.db.selectFrom("submissions").selectAll().execute();
      expect(pending).toMatchObject({ state: "failed" });

      const sheets = paths(upstream).filter((one) => one === excel).length;
      upstream.set(excel, made);
      upstream.set(mail, made);
      const again = await send(who, run, answers);
      expect(again.answer.outcome).toEqual({ go: "confirmation" });
      expect(again.answer.state).not.toHaveProperty("failureSays");
      // A sheet that is there is not made again.
      const all = paths(upstream).filter((one) => one === excel).length;
      expect(all).toBe(first === made ? sheets : sheets + 1);
      expect(await app.store.db.selectFrom("submissions").selectAll().execute()).toMatchObject([
        { id: pending!.id, state: "accepted" },
      ]);
    },
  );
});

describe("a new entry", () => {
  it("that is saved while the server runs is a form, and its runs outlive it", async () => {
    const app = await openApp({ copy: fewBrands("PO"), watch: true });
    const folder = join(app.definitionsDir, "brands/PO/content/banner-form");
    await mkdir(folder, { recursive: true });
    const content = {
      bannerTitle: "Noche Portillo",
      bannerText: "Solo esta noche.",
      title: "Quiero ir",
      subTitle: "Tus datos",
      description: "Te mandamos la entrada.",
      fields: [{ id: "nick", type: "text", label: "Apodo", required: false }],
      action: "Ir",
      recipients: ["noche@portillo.example"],
      subject: "Noche",
      formId: "PO-NOCHE",
      successTitle: "Vas",
      successText: "Nos vemos.",
    };
    const file = join(folder, "noche.json");
    await writeFile(file, JSON.stringify(content));
    const isThere = (there: boolean) => () =>
      until(
        () => (app.definitions.current("PO")!.public.flows["banner-form--noche"] !== undefined) === there,
        () => `it ${there ? "is not live" : "is still there"}`,
      );
    await isThere(true)();
    const { who, run } = await begin(app, "PO", "noche");
    expect((await who.ask("GET", "/formularios/noche")).body).toContain("Apodo");

    // A mistake of marketing's is told in their file, and what was live stays.
    await writeFile(
      file,
      JSON.stringify({ ...content, fields: [{ id: "nick", type: "texto", label: "Apodo" }] }),
    );
    await until(
      () => app.definitions.diagnostics().length > 0,
      () => "nothing is told",
    );
    expect(app.definitions.diagnostics()).toMatchObject([
      { code: "unknown-row-type", file: "brands/PO/content/banner-form/noche.json", suggestion: "text" },
    ]);
    expect((await who.ask("GET", "/formularios/noche")).statusCode).toBe(200);

    await rm(file);
    await isThere(false)();
    expect((await visitor(app, "PO").ask("GET", "/formularios/noche")).statusCode).toBe(404);
    // Without an address for the receipt, nobody gets one; and what need not be answered can be left so.
    const { answer } = await send(who, run, {});
    expect(answer.outcome).toEqual({ go: "confirmation" });
    const mails = await mailsOf(app, 1);
    expect(mails.map(({ to }) => to)).toEqual(["noche@portillo.example"]);
  });
});
