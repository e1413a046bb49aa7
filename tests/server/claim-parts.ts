/** A flow with a sequence, documents and a file, in two brands; and how people go through it. */
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  compileBrand,
  readSources,
  type ContinueAnswer,
  type Revision,
  type RunState,
} from "../../schemas/engine/all.ts";
import type { Clock } from "../../server/clock.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { keepRevision } from "../../server/store/revisions.ts";
import { openStore } from "../../server/store/store.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { newStore } from "../support/new-store.ts";
import { projectRoot } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { addScreens } from "../../schemas/engine/edit.ts";

const text = { kind: "text", label: "Texto", schema: { maxLength: 2000 } };
const optional = { ...text, required: false };

const claim = {
  $schema: "../../language/flow.schema.json",
  flow: "claim",
  title: "Reclamo",
  steps: {
    sheet: {
      title: "Tu reclamo",
      sections: {
        person: {
          title: "Tus datos",
          fields: {
            name: { ...text, label: "Nombre" },
            home: {
              kind: "group",
              label: "Domicilio",
              fields: { street: { ...optional, label: "Calle" } },
            },
            witnesses: {
              kind: "list",
              label: "Testigos",
              row: "Testigo {number}",
              add: "Agregar testigo",
              required: false,
              fields: { name: { ...text, label: "Nombre del testigo" } },
            },
          },
        },
        matter: {
          title: "Detalle",
          fields: {
            detail: { ...text, label: "Detalle" },
            proof: {
              kind: "file",
              label: "Comprobante",
              accepts: ["pdf", "png"],
              maxSize: 1,
              required: false,
            },
            // Whatever a kind of file takes.
            paper: { kind: "file", label: "Otro archivo", required: false },
            photo: { kind: "file", label: "Foto", accepts: ["jpg", "webp", "docx", "xlsx"], required: false },
          },
        },
      },
      onContinue: [
        { submit: { deliver: [{ mail: "copy" }], sequence: "sheets" } },
        { redirect: "/306", when: { "==": [{ var: "sheet.detail" }, "fail"] } },
        { go: "end" },
      ],
    },
    end: { title: "Listo", slug: "listo", ends: true },
  },
  sequences: { sheets: { text: "{number}-{year}", digits: 9, every: "year" } },
  documents: {
    sheet: {
      format: "pdf",
      title: "Hoja de reclamación",
      body: "Recibimos el reclamo **{submission.number}** de {sheet.name}.",
      answers: true,
    },
    table: { format: "excel", title: "Reclamo {submission.number}", answers: true },
  },
  mails: {
    copy: {
      to: "ana@correo.example",
      subject: "Reclamo {submission.number}",
      body: "Hola {sheet.name}",
      answers: true,
      attach: ["sheet", "table"],
    },
  },
};

const screen = {
  $schema: "../language/screen.schema.json",
  screen: "claim-page",
  route: "/reclamo",
  title: "Reclamo",
  description: "Una página de prueba.",
  blocks: [{ block: "flow", flow: "claim" }],
};

const brands = ["SI", "WI"];

/** By what the brands hold beside: compiled once for all tests of a process. */
const compiled = new Map<string, Promise<{ revision: Revision; content: string }[]>>();

async function compile(more: object): Promise<{ revision: Revision; content: string }[]> {
  const sources = await loadSources(projectRoot);
  sources["schemas/flows/claim/flow.json"] = JSON.stringify(claim);
  sources["schemas/screens/claim-page.json"] = JSON.stringify(screen);
  for (const code of brands) {
    const brand = JSON.parse(addScreens(sources, code, ["claim-page"]));
    sources[`brands/${code}/brand.json`] = JSON.stringify({ ...brand, ...more });
  }
  const { files } = readSources(sources);
  return brands.map((code, index) => {
    const revision = { hash: String(index).repeat(24), ...compileBrand(files, code) };
    return { revision, content: JSON.stringify(revision) };
  });
}

/** Opens the server over this flow, in Chile and in Peru. */
export async function openClaims(
  clock?: Clock,
  env: Record<string, string> = {},
  /** What the brands hold beside. */
  more: object = {},
): Promise<TestApp> {
  const key = JSON.stringify(more);
  const making = compiled.get(key) ?? compile(more);
  compiled.set(key, making);
  const revisions = await making;
  const storeConfig = await newStore();
  const store = await openStore(storeConfig);
  for (const { revision, content } of revisions)
    await keepRevision(store, revision, "tests", new Date(), content);
  await store.close();
  // Definitions that cannot be read: what was published stays live.
  const definitions = await temporaryFolder();
  await mkdir(join(definitions, "brands/SI"), { recursive: true });
  await mkdir(join(definitions, "schemas"));
  await writeFile(join(definitions, "brands/SI/brand.json"), "{");
  return await openApp({ storeConfig, copy: definitions, env, ...(clock ? { clock } : {}) });
}

export const goodClaim = { "sheet.name": "Ana Núñez", "sheet.detail": "No funciona" };

export const begin = async (who: Visitor): Promise<RunState> =>
  (await who.ask("POST", "/api/runs", { flow: "claim", revision: "-" })).json();

/** Somebody with a run of the flow. */
export async function started(app: TestApp, brand = "SI"): Promise<{ who: Visitor; run: RunState }> {
  const who = visitor(app, brand);
  return { who, run: await begin(who) };
}

export async function proceed(
  who: Visitor,
  run: RunState,
  answers: Record<string, unknown> = goodClaim,
  key: string = randomUUID(),
): Promise<ContinueAnswer & { status: number }> {
  const response = await who.ask(
    "POST",
    `/api/runs/${run.run}/continue`,
    { step: run.step, version: run.version, answers },
    { "idempotency-key": key },
  );
  const answer: ContinueAnswer = response.json();
  return { ...answer, status: response.statusCode };
}

/** Somebody's whole way through; gives the number that they are told. */
export async function submitClaim(app: TestApp, brand = "SI"): Promise<string> {
  const { who, run } = await started(app, brand);
  const { state } = await proceed(who, run);
  return (state.results["submission"] as { number: string }).number;
}
