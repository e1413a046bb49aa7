/** Saved lists in an account: joined with those of each device where its person is signed in. */
import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import {
  mergedSaved,
  plainWords,
  readSavedList,
  savedListText,
  type AccountListsAnswer,
  type AccountListsRequest,
  type CompiledSavedList,
} from "../../schemas/engine/serve.ts";
import { revisionOfRequest } from "../http/brand-of-request.ts";
import { idSchema, objectSchema } from "../runs/request-schemas.ts";
import type { RunDeps } from "../runs/runs.ts";
import { signedIn } from "../runs/signed-in.ts";
import { accountListsOf, changeAccountList } from "../store/account-lists.ts";
import type { SignIn } from "../store/sign-ins.ts";
import { momentOf, type OwnDeps, type Owner } from "./own.ts";

/** More than any list holds. */
const maxItems = 100;
const entry = objectSchema({
  id: { type: "string", minLength: 1, maxLength: 36 },
  at: { type: "integer", minimum: 0 },
});
const ids = { type: "array", maxItems, items: { type: "string", minLength: 1, maxLength: 36 } };
const change = objectSchema({ add: { type: "array", maxItems, items: entry }, remove: ids });
const body = objectSchema(
  { lists: { type: "object", maxProperties: 20, additionalProperties: change } },
  { of: idSchema },
);

const dayMs = 86_400_000;

/** Names a sign-in to the device that has it, and opens nothing. */
const nameOf = ({ id }: Pick<SignIn, "id">): string => hash("sha256", `saved lists of ${id}`);

/** The lists of a brand that accounts keep. */
const keptLists = ({ revision }: Pick<Owner, "revision">): [string, CompiledSavedList, number][] =>
  Object.entries(revision.public.brand.savedLists ?? {}).flatMap(([name, list]) =>
    list.account ? [[name, list, list.account.days]] : [],
  );

/**
 * `POST /account/saved-lists`: a device tells what has changed of its lists since it last agreed with the account, and is told
 * how they are there. What it had before it agreed at all is added: nothing leaves the account because a device never had it.
 */
export function savedListRoutes(app: FastifyInstance, deps: RunDeps): void {
  const { store, definitions, clock } = deps;
  app.post<{ Body: AccountListsRequest }>(
    "/account/saved-lists",
    { schema: { body }, config: { limit: "data" } },
    async (request, reply): Promise<AccountListsAnswer> => {
      reply.header("cache-control", "private, no-store");
      const who = await signedIn(deps, request);
      if (!who) return {};
      const { of, lists: changes } = request.body;
      // Somebody else was signed in when it agreed: what changed since is none of this person's.
      const own = nameOf(who);
      if (of !== undefined && of !== own) return { of: own };
      const now = clock();
      const latest = Math.floor(now.getTime() / 1000);
      const lists: AccountListsAnswer["lists"] = {};
      for (const [name, list, days] of keptLists({ revision: revisionOfRequest(definitions, request) })) {
        const { add, remove } = changes[name] ?? { add: [], remove: [] };
        // A clock that is ahead would keep something in front for ever.
        const added = add.map(({ id, at }) => ({ id, at: Math.min(at, latest) }));
        const text = await changeAccountList(store, who, {
          list: name,
          now,
          expires: new Date(now.getTime() + days * dayMs),
          to: (entries) =>
            savedListText(mergedSaved(readSavedList(entries, list), { add: added, remove }, list)),
        });
        lists[name] = readSavedList(text, list);
      }
      return { of: own, lists };
    },
  );
}

/** What the account keeps of them, thing by thing. */
export async function ownSavedThings({ store, clock }: Pick<OwnDeps, "store" | "clock">, owner: Owner) {
  const rows = await accountListsOf(store, owner.who, clock());
  return keptLists(owner).flatMap(([name, list]) => {
    const title = plainWords(list.words["title"] ?? "");
    const entries = readSavedList(rows.find((row) => row.list === name)?.entries, list);
    return entries.map(({ id, at }) => ({
      list: title,
      id,
      day: momentOf(owner.revision, new Date(at * 1000).toISOString()).day,
    }));
  });
}
