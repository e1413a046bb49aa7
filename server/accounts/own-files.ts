/** Files of a person: what they uploaded for forms and sales, what was made of a form, and sales that ask for documents. */
import { plainWords } from "../../schemas/engine/serve.ts";
import type { DocumentContent } from "../documents/content.ts";
import { detailsOf, type DocumentState, type OpportunityDocument } from "../store/opportunities.ts";
import {
  documentsOfSales,
  filesOfRuns,
  opportunitiesOfRuns,
  runsOfSubmissions,
  type FileOfRun,
} from "../store/own.ts";
import { submissionsById } from "../store/submissions.ts";
import { momentOf, ownSubmissions, sentBy, type OwnDeps, type OwnSubmission, type Owner } from "./own.ts";

/** Where a person's own files are taken from: links of ours, and no pages. */
export const downloadPath = "/account/downloads";
const download = (path: string): string => `/api${downloadPath}/${path}`;

export interface OwnFile {
  id: string;
  name: string;
  /** What it was sent for. */
  about: string;
  size: string;
  day: string;
  time: string;
  /** How its review is, of a document of a sale. */
  state?: DocumentState;
  note?: string;
  to: string;
}

function sizeText({ revision }: Owner, bytes: number): string {
  const amount = new Intl.NumberFormat(revision.public.brand.locale, { maximumFractionDigits: 1 });
  const megabytes = bytes / (1024 * 1024);
  return megabytes >= 0.1 ? `${amount.format(megabytes)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}

/** The answers of submissions, as they are kept: which files one names stands in them. */
async function answersBySubmission({ store }: Pick<OwnDeps, "store">, ids: string[]) {
  if (ids.length === 0) return new Map<string, { answers: string; documents: string | null }>();
  const { rows } = await submissionsById(store.db, ids);
  return new Map(rows.map(({ id, answers, documents }) => [id, { answers, documents }]));
}

/** Files that these submissions name; what was uploaded and taken back is nobody's to see. */
export async function uploadsOf(
  deps: Pick<OwnDeps, "store">,
  ids: string[],
): Promise<{ file: FileOfRun; submission: string }[]> {
  const { db } = deps.store;
  const runs = await runsOfSubmissions(db, ids);
  const files = await filesOfRuns(db, [...new Set(runs.values())]);
  if (files.length === 0) return [];
  const sent = await answersBySubmission(deps, ids);
  return files.flatMap((file) => {
    const named = JSON.stringify(file.id);
    const submission = ids.find((id) => runs.get(id) === file.run && sent.get(id)?.answers.includes(named));
    return submission === undefined ? [] : [{ file, submission }];
  });
}

const uploadRow = (
  owner: Owner,
  { id, name, size, created_at }: FileOfRun,
  sent: OwnSubmission,
): OwnFile => ({
  id,
  name,
  about: `${sent.title}, ${sent.number}`,
  size: sizeText(owner, size),
  ...momentOf(owner.revision, created_at),
  to: download(`submissions/${sent.id}/files/${id}`),
});

/** What a form offered to take along, and what was uploaded with it. */
export async function filesOfSubmission(deps: OwnDeps, owner: Owner, sent: OwnSubmission) {
  const { documents = null } = (await answersBySubmission(deps, [sent.id])).get(sent.id) ?? {};
  const contents = Object.entries(JSON.parse(documents ?? "{}") as Record<string, DocumentContent>);
  const uploads = await uploadsOf(deps, [sent.id]);
  return [
    ...contents.map(([id, { title, format }]) => ({
      id,
      name: plainWords(title),
      size: format.toUpperCase(),
      to: download(`submissions/${sent.id}/documents/${encodeURIComponent(id)}`),
    })),
    ...uploads.map(({ file }) => {
      const { id, name, size, to } = uploadRow(owner, file, sent);
      return { id, name, size, to };
    }),
  ];
}

/** Sales of theirs with what each asks for. */
export async function salesOf(deps: Pick<OwnDeps, "store">, owner: Owner) {
  const { db } = deps.store;
  const submissions = (await sentBy(deps, owner)).map(({ id }) => id);
  const runs = [...new Set((await runsOfSubmissions(db, submissions)).values())];
  const found = await opportunitiesOfRuns(db, owner.who.brand, { runs, submissions });
  const documents = await documentsOfSales(
    db,
    found.map(({ id }) => id),
  );
  return found.map((opportunity) => ({
    opportunity,
    documents: documents.filter((one) => one.opportunity === opportunity.id),
  }));
}

/** What all that a sale asks for comes to. */
function saleState(documents: OpportunityDocument[]) {
  const observed = documents.filter(({ state }) => state === "FAILED").length;
  if (observed > 0) return { state: "observed", observed };
  if (documents.some(({ state }) => state === null)) return { state: "missing" };
  return { state: documents.every(({ state }) => state === "COMPLETED") ? "validated" : "inReview" };
}

/** Sales that ask for documents of them: how many came, how they are, and where to send them as long as that opens. */
export async function ownSales(deps: OwnDeps, owner: Owner) {
  const now = deps.clock().toISOString();
  return (await salesOf(deps, owner)).map(({ opportunity, documents }) => {
    const { subject, token } = detailsOf(opportunity);
    // As their page counts: what was observed is to be sent again.
    const came = documents.filter(({ state }) => state !== null && state !== "FAILED").length;
    return {
      id: opportunity.id,
      subject,
      came,
      asked: documents.length,
      ...saleState(documents),
      ...(opportunity.expires_at > now
        ? { until: momentOf(owner.revision, opportunity.expires_at).day, to: `/documentos/${token}` }
        : {}),
    };
  });
}

/** The name that a document of a sale came with. */
export const nameOfDocument = ({ file }: Pick<OpportunityDocument, "file">): { name: string; type: string } =>
  JSON.parse(file!) as { name: string; type: string };

/** Documents of a sale that came, and are kept. */
export const hasCome = ({ stored, file }: OpportunityDocument): boolean => stored !== null && file !== null;

/** All files that they uploaded, for forms and for sales, the newest first. */
export async function ownFiles(deps: OwnDeps, owner: Owner): Promise<OwnFile[]> {
  const sent = await ownSubmissions(deps, owner);
  const uploads = await uploadsOf(
    deps,
    sent.map(({ id }) => id),
  );
  const ofForms = uploads.map(({ file, submission }) =>
    uploadRow(
      owner,
      file,
      sent.find(({ id }) => id === submission)!,
    ),
  );
  const ofSales = (await salesOf(deps, owner)).flatMap(({ opportunity, documents }) =>
    documents.filter(hasCome).map((document): OwnFile => ({
      id: document.id,
      name: nameOfDocument(document).name,
      about: `${document.caption}, ${detailsOf(opportunity).subject}`,
      size: sizeText(owner, document.size),
      ...momentOf(owner.revision, document.changed_at),
      ...(document.state === null ? {} : { state: document.state }),
      ...(document.note === null ? {} : { note: document.note }),
      to: download(`sales/${document.id}`),
    })),
  );
  const newest = (one: OwnFile): string => `${one.day} ${one.time}`;
  return [...ofForms, ...ofSales].toSorted((one, other) => newest(other).localeCompare(newest(one)));
}
