/** What `npm run evidence` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Env } from "../../server/config/settings.ts";
import { lookAgain } from "../../server/evidence/look-again.ts";
import { verifyEvidence } from "../../server/evidence/verify.ts";
import { brandsWithEvidence, consentsOf, entriesOf, holdOn, type Head } from "../../server/store/evidence.ts";
import type { Queries } from "../../server/store/store.ts";
import type { Submission } from "../../server/store/submissions.ts";
import { UsageError } from "../authors/project.ts";
import { sayFromStore, type Done, type Said } from "../operators/command.ts";
import { askedOptions, findOne } from "./find.ts";
import { doubtWords, verifiedText } from "./found-words.ts";
import { isProved, proofText, type Proof } from "./submission-words.ts";
import { whyText } from "./why-words.ts";

const usage = `Uso: npm run evidence -- <número> [--brand SI] [--flow contact] [--format=json]
       qué se mostró y respondió, con qué palabras y consentimientos, y su prueba; tiene datos de personas
  npm run evidence -- <número> --why <paso.campo>      por qué se hizo, o no, esa pregunta
  npm run evidence -- --verify [--brand SI] [--noted SI:12:<hash>]…   prueba las cadenas enteras`;

function notedOf(noted: string[]): Head[] {
  return noted.map((text) => {
    const [, brand, position, hash] = /^([A-Za-z0-9-]+):(\d{1,9}):([0-9a-f]{64})$/.exec(text) ?? [];
    if (brand === undefined) throw new UsageError(`--noted es marca:número:hash, no "${text}".`);
    return { brand, position: Number(position), hash: hash! };
  });
}

async function verify(db: Queries, brand: string | undefined, noted: string[]): Promise<Said> {
  const brands = await brandsWithEvidence(db);
  // Of what is not there, nothing would be found wrong.
  if (brand !== undefined && !brands.includes(brand))
    throw new UsageError(
      `No hay ninguna cadena de «${brand}». Las que hay: ${brands.join(", ") || "ninguna"}.`,
    );
  const verified = await verifyEvidence(db, { brand, noted: notedOf(noted) });
  return { text: verifiedText(verified), data: verified, code: verified.found.length === 0 ? 0 : 1 };
}

async function show(db: Queries, submission: Submission): Promise<Said> {
  const { id, brand } = submission;
  const proof: Proof = {
    submission,
    entries: await entriesOf(db, id),
    consents: await consentsOf(db, id),
    hold: await holdOn(db, id),
    looked: await lookAgain(db, submission),
    verified: await verifyEvidence(db, { brand }),
  };
  const { looked, entries, consents, hold, verified } = proof;
  const { answers, labels, ...rest } = submission;
  const data = {
    submission: { ...rest, answers: JSON.parse(answers) as unknown, labels: JSON.parse(labels) as unknown },
    shown: looked?.steps ?? null,
    doubts: looked?.doubts ?? [],
    consents,
    hold: hold ?? null,
    entries,
    verified,
  };
  return { text: proofText(proof), data, code: isProved(proof) ? 0 : 1 };
}

async function why(db: Queries, submission: Submission, path: string): Promise<Said> {
  const looked = await lookAgain(db, submission);
  if (!looked) {
    const reason = submission.erased_at === null ? "Sus definiciones no están." : "Se borró.";
    return { text: `No se puede decir: ${reason}`, data: null, code: 1 };
  }
  const { text, data } = whyText(looked, path);
  const doubts = looked.doubts.map((doubt) => `! ${doubtWords[doubt]}`);
  return { text: [...doubts, text].join("\n"), data, code: data === null ? 1 : 0 };
}

/** Gives what to print and the exit code: 1 where something is not proved. @throws {UsageError} */
export async function operateEvidence(words: string[], env: Env): Promise<Done> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      ...askedOptions,
      why: { type: "string" },
      verify: { type: "boolean", default: false },
      noted: { type: "string", multiple: true, default: [] },
      format: { type: "string", default: "text" },
    },
  });
  if (values.verify && (positionals.length > 0 || values.why !== undefined || values.flow !== undefined)) {
    throw new UsageError(`--verify es de cadenas enteras, sin número.\n${usage}`);
  }
  if (!values.verify && (positionals.length === 0 || values.noted.length > 0)) throw new UsageError(usage);
  return await sayFromStore(env, values.format, async ({ db }) => {
    if (values.verify) return await verify(db, values.brand, values.noted);
    const submission = await findOne(db, positionals, values, usage);
    return values.why === undefined ? await show(db, submission) : await why(db, submission, values.why);
  });
}
