import type { FastifyInstance, FastifyRequest } from "fastify";
import { validatorModule, type Revision } from "../../schemas/engine/all.ts";
import { ApiError } from "../http/errors.ts";
import { dayIn, type Clock } from "../clock.ts";
import type { CaptchaConfig, ProtectionConfig } from "../config/protection.ts";
import { hostOf } from "../http/host.ts";
import { allowAnyOrigin } from "../http/cors.ts";
import { forEver, prebuild, sendPrebuilt, type Prebuilt } from "../http/prebuilt.ts";
import { captchaFor } from "../captcha/captcha-guard.ts";
import type { ResponseCache } from "../http/response-cache.ts";
import type { Definitions } from "../definitions/definitions.ts";

/** The files of one revision, by name. */
type Files = Map<string, Promise<Prebuilt>>;

const contents: Record<string, (revision: Revision, flow: string) => [text: string, type: string]> = {
  ".json": (revision, flow) => [
    JSON.stringify(revision.public.flows[flow]),
    "application/json; charset=utf-8",
  ],
  ".validators.js": (revision, flow) => [
    validatorModule(revision.public.flows[flow]!),
    "text/javascript; charset=utf-8",
  ],
};

/** A saved change is everywhere a minute later, and at once where the page asks anew. */
const forMoments = "public, max-age=60";

/** What a form on another site needs: a flow with its brand, without the brand's pages. `today` is the brand's. */
function embedded(
  revision: Revision,
  flow: string,
  { today, captcha }: { today: string; captcha: CaptchaConfig | undefined },
): string {
  const { brand, flows } = revision.public;
  const nothingAround = { screens: [], site: { menu: [], footer: [], hours: [] } };
  return JSON.stringify({
    revision: revision.hash,
    today,
    brand: { ...brand, ...nothingAround },
    flow: flows[flow],
    ...captchaFor(revision, flow, captcha),
  });
}

/**
 * Serves the public part of flows by their revision's hash: made once, cached for ever. For forms on other sites,
 * `/embed/<flow>.json` is the flow as it is live now; those may read it, and the validators.
 */
export function serveDefinitions(
  app: FastifyInstance,
  definitions: Definitions,
  {
    clock,
    responseCache,
    config: { captcha },
  }: { clock: Clock; responseCache: ResponseCache; config: Pick<ProtectionConfig, "captcha"> },
): void {
  const made = new WeakMap<Revision, Files>();

  const filesOf = (revision: Revision): Files => {
    const files = made.get(revision) ?? new Map<string, Promise<Prebuilt>>();
    made.set(revision, files);
    return files;
  };

  const keep = (files: Files, name: string, make: () => Promise<Prebuilt>): Promise<Prebuilt> => {
    const known = files.get(name) ?? make();
    files.set(name, known);
    return known;
  };

  const find = async (brand: string | undefined, hash: string, file: string): Promise<Prebuilt> => {
    const revision = brand === undefined ? undefined : await definitions.revision(brand, hash);
    const ending = Object.keys(contents).find((one) => file.endsWith(one));
    const flow = ending === undefined ? "" : file.slice(0, -ending.length);
    if (!revision || ending === undefined || !Object.hasOwn(revision.public.flows, flow)) {
      throw new ApiError("not-found.definition");
    }
    return keep(filesOf(revision), file, () => {
      const [text, type] = contents[ending]!(revision, flow);
      return prebuild(Buffer.from(text), type, forEver);
    });
  };

  const findLive = (request: FastifyRequest): Promise<Prebuilt> => {
    const revision = definitions.forHost(hostOf(request))?.revision;
    const { flow } = request.params as { flow: string };
    if (!revision || !Object.hasOwn(revision.public.flows, flow)) {
      throw new ApiError("not-found.embedded");
    }
    const today = dayIn(revision.public.brand.timeZone, clock());
    const name = `${flow}/${today}`;
    // Yesterday's are asked for no more.
    const files = filesOf(revision);
    for (const old of files.keys()) if (old.startsWith(`${flow}/`) && old !== name) files.delete(old);
    return keep(files, name, () =>
      prebuild(
        Buffer.from(embedded(revision, flow, { today, captcha })),
        "application/json; charset=utf-8",
        forMoments,
      ),
    );
  };

  app.get("/definitions/:hash/:file", async (request, reply) => {
    const { hash, file } = request.params as { hash: string; file: string };
    if (file.endsWith(".validators.js")) allowAnyOrigin(reply);
    const brand = definitions.forHost(hostOf(request))?.revision.brand;
    return sendPrebuilt(request, reply, await find(brand, hash, file), responseCache);
  });

  app.get("/embed/:flow.json", async (request, reply) => {
    allowAnyOrigin(reply);
    return sendPrebuilt(request, reply, await findLive(request));
  });
}
