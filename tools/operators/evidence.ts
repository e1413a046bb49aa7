/** What `npm run operate -- evidence` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import { isProved, areWhole, lookedAt, proofOf, verifyChains } from "../../server/operators/evidence.ts";
import type { Opened } from "../../server/operators/store.ts";
import { parseHead } from "../../server/store/chain-head-log.ts";
import type { Head } from "../../server/store/evidence.ts";
import type { Queries } from "../../server/store/store.ts";
import type { SubmissionFacts } from "../../server/store/submissions.ts";
import { UsageError } from "../authors/project.ts";
import { findOne, submissionOptions } from "./ask.ts";
import { sayFromStore, type CommandResult, type Printed } from "./command.ts";
import { doubtWords, verifiedText } from "./evidence/found-words.ts";
import { proofText } from "./evidence/submission-words.ts";
import { whyText } from "./evidence/why-words.ts";

const usage = `Uso: npm run operate -- evidence <número> [--brand SI] [--flow contact] [--format=json]
       qué se mostró y respondió, con qué palabras y consentimientos, y su prueba; tiene datos de personas
  npm run operate -- evidence <número> --why <paso.campo>      por qué se hizo, o no, esa pregunta
  npm run operate -- evidence --verify [--brand SI] [--noted SI:12:<hash>]…   prueba los registros enteros`;

function notedOf(noted: string[]): Head[] {
  return noted.map((text) => {
    const head = parseHead(text);
    if (!head) throw new UsageError(`--noted es marca:número:hash, no "${text}".`);
    return head;
  });
}

async function verify(opened: Opened, brand: string | undefined, noted: string[]): Promise<CommandResult> {
  const verified = await verifyChains(opened, { brand, noted: notedOf(noted) });
  return { text: verifiedText(verified), data: verified, code: areWhole(verified) ? 0 : 1 };
}

async function show(opened: Opened, submission: SubmissionFacts): Promise<CommandResult> {
  const proof = await proofOf(opened, submission);
  const { stored, looked, entries, consents, hold, proofs, verified } = proof;
  const data = {
    submission: { ...submission, ...stored },
    shown: looked?.steps ?? null,
    doubts: looked?.doubts ?? [],
    consents,
    hold: hold ?? null,
    entries,
    proofs: proofs ?? null,
    verified,
  };
  return { text: proofText(proof), data, code: isProved(proof) ? 0 : 1 };
}

async function why(db: Queries, submission: SubmissionFacts, path: string): Promise<CommandResult> {
  const { isReadable, looked } = await lookedAt(db, submission);
  if (!isReadable) return { text: "No se puede decir: lo guardado está dañado.", data: null, code: 1 };
  if (!looked) {
    const reason =
      submission.erased_at === null ? "Sus definiciones no están, o no se pueden leer." : "Se borró.";
    return { text: `No se puede decir: ${reason}`, data: null, code: 1 };
  }
  const { text, data } = whyText(looked, path);
  const doubts = looked.doubts.map((doubt) => `! ${doubtWords[doubt]}`);
  return { text: [...doubts, text].join("\n"), data, code: data === null ? 1 : 0 };
}

/** Gives what to print and the exit code: 1 where something is not proved. @throws {UsageError} */
export async function operateEvidence(words: string[], env: Env): Promise<Printed> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      ...submissionOptions,
      why: { type: "string" },
      verify: { type: "boolean", default: false },
      noted: { type: "string", multiple: true, default: [] },
      format: { type: "string", default: "text" },
    },
  });
  if (values.verify && (positionals.length > 0 || values.why !== undefined || values.flow !== undefined)) {
    throw new UsageError(`--verify es de registros enteros, sin número.\n${usage}`);
  }
  if (!values.verify && (positionals.length === 0 || values.noted.length > 0)) throw new UsageError(usage);
  return await sayFromStore(env, values.format, async (store, config) => {
    const opened = { store, config };
    if (values.verify) return await verify(opened, values.brand, values.noted);
    const submission = await findOne(store.db, positionals, values, usage);
    return values.why === undefined
      ? await show(opened, submission)
      : await why(store.db, submission, values.why);
  });
}
