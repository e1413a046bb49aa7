import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import {
  prepareScreen,
  screenInputs,
  routeParameters,
  type CompiledScreen,
  type OpenedRequest,
} from "../../schemas/engine/serve.ts";
import { dayIn } from "../clock.ts";
import { brandOfRequest } from "../http/brand-of-request.ts";
import { networkOf } from "../http/client-network.ts";
import { ApiError } from "../http/errors.ts";
import { openedBody, rejectUnsafeValues } from "./request-schemas.ts";
import type { RunDeps } from "./runs.ts";

/**
 * `POST /opened`: somebody looks at a page whose screen tells a service so. Sent by pages that are seen, never by robots;
 * who it is, a hash says that is another one each day, so that nobody needs a cookie to be counted once.
 */
export function openedRoutes(app: FastifyInstance, deps: RunDeps): void {
  const { definitions, services, clock } = deps;
  app.addHook("preHandler", async ({ body }) => rejectUnsafeValues(body));
  app.post<{ Body: OpenedRequest }>(
    "/opened",
    { schema: { body: openedBody }, config: { limit: "page" } },
    async (request, reply) => {
      const { revision: hash, screen: id, params } = request.body;
      const revision = await definitions.revision(brandOfRequest(definitions, request), hash);
      if (!revision) throw new ApiError("not-found.revision");
      const { screens, timeZone } = revision.public.brand;
      const screen = screens.find((one) => one.screen === id);
      const route = screen && routeParameters(screen, params);
      if (!screen?.opened || !route) {
        throw new ApiError("not-found.query", { query: "opened" });
      }
      reply.code(204);
      if (isbot(request.headers["user-agent"])) return undefined;
      const today = dayIn(timeZone, clock());
      const own = Object.keys(screen.opened.visitor ?? {}).map((input) => [
        input,
        visitorOfDay(deps, request, today),
      ]);
      const inputs = inputsOf(screen.opened, route, today);
      if (!inputs) throw new ApiError("not-found.query", { query: "opened" });
      // Whoever looks at the page does not wait, and nothing hangs on it: what fails is in the log of the call.
      void services
        .call({
          revision,
          call: screen.opened.call,
          input: { ...inputs, ...(Object.fromEntries(own) as Record<string, string>) },
          key: randomUUID(),
        })
        .catch((error: unknown) =>
          request.log.warn({ err: error, screen: id }, "a look at a page is not counted"),
        );
      return undefined;
    },
  );
}

type Opened = NonNullable<CompiledScreen["opened"]>;

const preparedCalls = new WeakMap<Opened, ReturnType<typeof prepareScreen>>();

/** Its rules made functions, once for each revision. */
function preparedCall(opened: Opened): ReturnType<typeof prepareScreen> {
  const before = preparedCalls.get(opened);
  if (before) return before;
  const prepared = prepareScreen({ opened: { on: "change", ...opened } });
  preparedCalls.set(opened, prepared);
  return prepared;
}

function inputsOf(opened: Opened, route: Record<string, string>, today: string) {
  const sources = { today, route, address: () => undefined, answers: {}, data: {}, saved: () => [] };
  return screenInputs(preparedCall(opened), sources)["opened"];
}

/** Somebody on one day: nobody without the store's key finds out who, and on another day it is somebody else. */
function visitorOfDay({ store }: RunDeps, request: FastifyRequest, day: string): string {
  const { ip, headers } = request;
  const [hash] = store.seals.hashes(`visitor of ${day} ${networkOf(ip)} ${headers["user-agent"] ?? ""}`);
  return hash.slice(0, 22);
}
