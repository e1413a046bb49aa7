/** The calls of a signed-in person: what they see of their own, and what they do with it. */
import {
  refusal,
  type ServiceAnswer,
  type ServiceRequest,
  type ServiceRoute,
} from "../services/embedded/service.ts";
import { endOwn, erasable, eraseOwn, revokeOwn, signOut, type ActDeps } from "./act.ts";
import { ownOpenRuns } from "./open-runs.ts";
import {
  answersOf,
  ownAppointments,
  ownConsents,
  ownSessions,
  ownSubmission,
  ownSubmissions,
  type OwnDeps,
  type Owner,
} from "./own.ts";
import { filesOfSubmission, ownFiles, ownSales } from "./own-files.ts";
import { ownPayment, ownPayments } from "./own-payments.ts";
import { ownPurchases } from "./own-purchases.ts";
import { forPerson } from "./person.ts";
import { ownSavedThings } from "./saved-lists.ts";

const ok = (body: unknown): ServiceAnswer => ({ status: 200, body });
const rows = (found: unknown[]): ServiceAnswer => ok({ rows: found });

/** What is listed, by the end of its path. */
const lists: Record<string, (deps: OwnDeps, owner: Owner) => Promise<unknown[]>> = {
  submissions: ownSubmissions,
  runs: ownOpenRuns,
  appointments: ownAppointments,
  payments: ownPayments,
  purchases: ownPurchases,
  sales: ownSales,
  files: ownFiles,
  consents: (deps, owner) => ownConsents(deps, owner),
  erasable,
};

/** All that is known of them, to take along. */
async function everything(deps: OwnDeps, owner: Owner): Promise<ServiceAnswer> {
  const submissions = await ownSubmissions(deps, owner);
  return ok({
    submissions,
    answers: (
      await Promise.all(
        submissions.map(async ({ id, number, title }) =>
          (await answersOf(deps, id)).map((answer) => ({ number, title, ...answer })),
        ),
      )
    ).flat(),
    consents: await ownConsents(deps, owner),
    appointments: await ownAppointments(deps, owner),
    payments: await ownPayments(deps, owner),
    purchases: await ownPurchases(deps, owner),
    sales: await ownSales(deps, owner),
    files: await ownFiles(deps, owner),
    saved: await ownSavedThings(deps, owner),
    sessions: await ownSessions(deps, owner),
  });
}

/** The texts in a list of the body; undefined where it is none. */
function idsIn(body: unknown): string[] | undefined {
  const { ids } = (typeof body === "object" && body !== null ? body : {}) as { ids?: unknown };
  const isList = Array.isArray(ids) && ids.length <= 100 && ids.every((id) => typeof id === "string");
  return isList ? ids : undefined;
}

const badIds = refusal(400, '"ids" debe ser una lista de textos');

/** Takes back those that are named. One that is none of theirs, or was taken back before, is left as it is. */
async function revokeAll(deps: ActDeps, owner: Owner, body: unknown): Promise<ServiceAnswer> {
  const ids = idsIn(body);
  if (!ids) return badIds;
  let revoked = 0;
  for (const id of ids) if (await revokeOwn(deps, owner, id)) revoked++;
  return ok({ revoked });
}

async function endAll(deps: ActDeps, owner: Owner, body: unknown): Promise<ServiceAnswer> {
  const ids = idsIn(body);
  return ids ? ok({ ended: await endOwn(deps, owner, ids) }) : badIds;
}

export function ownRoutes(deps: ActDeps): ServiceRoute[] {
  const route = (
    method: ServiceRoute["method"],
    path: string,
    work: (owner: Owner, request: ServiceRequest) => Promise<ServiceAnswer>,
  ): ServiceRoute => ({
    method,
    path: `/account/${path}`,
    handle: forPerson(deps, async (who, request) => {
      const revision = deps.definitions.current(who.brand);
      return revision ? await work({ who, revision }, request) : refusal(503, "La marca no está publicada");
    }),
  });
  return [
    ...Object.entries(lists).map(([name, read]) =>
      route("GET", name, async (owner) => rows(await read(deps, owner))),
    ),
    route("GET", "submissions/{id}", async (owner, { params }) => {
      const one = await ownSubmission(deps, owner, params["id"]!);
      if (!one) return refusal(404, "No existe esa solicitud");
      return ok({ ...one, files: await filesOfSubmission(deps, owner, one) });
    }),
    route("GET", "payments/{order}", async (owner, { params }) => {
      const one = await ownPayment(deps, owner, params["order"]!);
      return one ? ok(one) : refusal(404, "No existe ese pago");
    }),
    route("GET", "sessions", async (owner) => {
      const all = await ownSessions(deps, owner);
      const at = (wanted: string) => all.filter(({ place }) => place === wanted);
      return ok({ here: at("here"), elsewhere: at("elsewhere") });
    }),
    route("GET", "everything", (owner) => everything(deps, owner)),
    route("POST", "revocations", (owner, { body }) => revokeAll(deps, owner, body)),
    route("POST", "session-ends", (owner, { body }) => endAll(deps, owner, body)),
    route("POST", "sign-outs", async ({ who }) => ok({ ended: await signOut(deps, who) })),
    route("POST", "erasures", async (owner) => ok(await eraseOwn(deps, owner))),
  ];
}
