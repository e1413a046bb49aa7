/** What `npm run evidence` does with the words it is given. */
import { parseArgs } from "node:util";
import type { Config } from "../../server/config/config.ts";
import type { Env } from "../../server/config/settings.ts";
import { bucketText, openHeadBucket } from "../../server/evidence/head-bucket.ts";
import { reEvaluate } from "../../server/evidence/re-evaluate.ts";
import { verifyEvidence } from "../../server/evidence/verify.ts";
import { StorageError } from "../../server/storage/names.ts";
import {
  brandsWithEvidence,
  consentsOfAll,
  entriesOf,
  holdOn,
  type Head,
} from "../../server/store/evidence.ts";
import { chainHeadLogFile, parseHead, readChainHeadLog } from "../../server/store/chain-head-log.ts";
import type { Queries, Store } from "../../server/store/store.ts";
import { submissionsById, type Submission, type SubmissionFacts } from "../../server/store/submissions.ts";
import { UsageError } from "../authors/project.ts";
import { sayFromStore, type Done, type Said } from "../operators/command.ts";
import { askedOptions, findOne } from "./find.ts";
import { doubtWords, verifiedText, type Compared } from "./found-words.ts";
import { isProved, proofText, type Proof } from "./submission-words.ts";
import { whyText } from "./why-words.ts";

const usage = `Uso: npm run evidence -- <número> [--brand SI] [--flow contact] [--format=json]
       qué se mostró y respondió, con qué palabras y consentimientos, y su prueba; tiene datos de personas
  npm run evidence -- <número> --why <paso.campo>      por qué se hizo, o no, esa pregunta
  npm run evidence -- --verify [--brand SI] [--noted SI:12:<hash>]…   prueba las cadenas enteras`;

function notedOf(noted: string[]): Head[] {
  return noted.map((text) => {
    const head = parseHead(text);
    if (!head) throw new UsageError(`--noted es marca:número:hash, no "${text}".`);
    return head;
  });
}

async function verify(
  { store, config }: { store: Store; config: Config },
  brand: string | undefined,
  noted: string[],
): Promise<Said> {
  const { db } = store;
  const brands = await brandsWithEvidence(db);
  // Of what is not there, nothing would be found wrong.
  if (brand !== undefined && !brands.includes(brand))
    throw new UsageError(
      `No hay ninguna cadena de «${brand}». Las que hay: ${brands.join(", ") || "ninguna"}.`,
    );
  const { noted: kept, compared } = await allKeptHeads(config, brand);
  const verified = await verifyEvidence(db, {
    brand,
    noted: [...kept, ...notedOf(noted)],
    // Most of them are no brand's.
    badValues: brand === undefined ? await store.badValues() : [],
  });
  const isGood = verified.found.length === 0 && !compared.unread;
  return { text: verifiedText(verified, compared), data: { ...verified, compared }, code: isGood ? 0 : 1 };
}

/** The same, with what is in the object store where the setting names one. An empty one is no place. */
async function allKeptHeads(
  config: Config,
  brand: string | undefined,
): Promise<{ noted: Head[]; compared: Compared }> {
  const inFile = await keptHeads(config, brand);
  const noted = inFile ?? [];
  const places = inFile ? [chainHeadLogFile(config.dataDir)] : [];
  const { evidenceHeads } = config;
  if (!evidenceHeads || "mailto" in evidenceHeads)
    return { noted, compared: { heads: noted.length, places } };
  const place = bucketText(evidenceHeads);
  const bucket = await openHeadBucket(evidenceHeads, config.dataDir);
  try {
    const away = (await bucket.read()).filter((head) => brand === undefined || head.brand === brand);
    if (away.length === 0) throw new StorageError("missing", "no hay ninguna");
    const all = [...noted, ...away];
    return { noted: all, compared: { heads: all.length, places: [...places, place] } };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { noted, compared: { heads: noted.length, places, unread: { place, why: error.message } } };
  } finally {
    await bucket.close();
  }
}

/** Ends of chains that the servers of this DATA_DIR noted, or those of one chain. */
const keptHeads = async ({ dataDir }: Config, brand: string | undefined): Promise<Head[] | undefined> =>
  (await readChainHeadLog(dataDir))?.filter((head) => brand === undefined || head.brand === brand);

/** What is stored of it, where all of it can be read. */
async function readableOf(db: Queries, { id }: SubmissionFacts): Promise<Submission | undefined> {
  const [whole] = (await submissionsById(db, [id])).rows;
  return whole && [whole.answers, whole.labels, whole.context ?? "{}"].every(isJson) ? whole : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function show(
  { store: { db }, config }: { store: Store; config: Config },
  submission: SubmissionFacts,
): Promise<Said> {
  const { id, brand } = submission;
  const whole = await readableOf(db, submission);
  const noted = (await keptHeads(config, brand)) ?? [];
  const proof: Proof = {
    submission,
    isReadable: whole !== undefined,
    entries: await entriesOf(db, id),
    consents: (await consentsOfAll(db, [id])).rows,
    hold: await holdOn(db, id),
    looked: whole && (await reEvaluate(db, whole)),
    verified: await verifyEvidence(db, { brand, noted }),
  };
  const { looked, entries, consents, hold, verified } = proof;
  const told = whole && {
    answers: JSON.parse(whole.answers) as unknown,
    labels: JSON.parse(whole.labels) as unknown,
  };
  const data = {
    submission: { ...submission, ...told },
    shown: looked?.steps ?? null,
    doubts: looked?.doubts ?? [],
    consents,
    hold: hold ?? null,
    entries,
    verified,
  };
  return { text: proofText(proof), data, code: isProved(proof) ? 0 : 1 };
}

async function why(db: Queries, submission: SubmissionFacts, path: string): Promise<Said> {
  const whole = await readableOf(db, submission);
  if (!whole) return { text: "No se puede decir: lo guardado está dañado.", data: null, code: 1 };
  const looked = await reEvaluate(db, whole);
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
  return await sayFromStore(env, values.format, async (store, config) => {
    if (values.verify) return await verify({ store, config }, values.brand, values.noted);
    const submission = await findOne(store.db, positionals, values, usage);
    return values.why === undefined
      ? await show({ store, config }, submission)
      : await why(store.db, submission, values.why);
  });
}
