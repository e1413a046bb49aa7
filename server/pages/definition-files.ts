import type { FastifyInstance, FastifyRequest } from "fastify";
import type { StepForm } from "../../schemas/engine/all.ts";
import { validatorModule, type CompiledFlow, type Revision } from "../../schemas/engine/serve.ts";
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

type Content = [text: string, type: string];

const json = (value: unknown, type = "application/json"): Content => [
  JSON.stringify(value),
  `${type}; charset=utf-8`,
];

/** Files of a flow, by the ending of their name. */
const flowFiles: Record<string, (flow: CompiledFlow) => Content | Promise<Content>> = {
  ".json": (flow) => json(flow),
  ".validators.js": (flow) => [validatorModule(flow), "text/javascript; charset=utf-8"],
};

/** Files of a step, by the ending of their name: what form libraries draw and judge it with that know nothing of us. */
const stepFiles: Record<string, (flow: CompiledFlow, step: string) => Promise<Content>> = {
  ".schema.json": async (flow, step) =>
    json((await compiledStep(flow, step)).schema, "application/schema+json"),
  ".ui-schema.json": async (flow, step) => json((await compiledStep(flow, step)).uiSchema),
};

/** The compiler is loaded only where something has to be compiled. */
async function compiledStep(flow: CompiledFlow, step: string): Promise<StepForm> {
  const { compileStepForm } = await import("../../schemas/engine/all.ts");
  return compileStepForm(flow, step);
}

/** What a name is without its ending, where one of these files has it. */
function fileNamed<Make>(files: Record<string, Make>, name: string): { id: string; make: Make } | undefined {
  const ending = Object.keys(files).find((one) => name.endsWith(one));
  return ending === undefined ? undefined : { id: name.slice(0, -ending.length), make: files[ending]! };
}

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

  const find = async (
    host: string,
    hash: string,
    name: string,
    contentIn: (flows: Revision["public"]["flows"]) => (() => Content | Promise<Content>) | undefined,
  ): Promise<Prebuilt> => {
    const brand = definitions.forHost(host)?.brand;
    const revision =
      brand === undefined
        ? undefined
        : ((await definitions.revision(brand, hash)) ?? definitions.previews.known(brand, hash));
    const make = revision && contentIn(revision.public.flows);
    if (!make) throw new ApiError("not-found.definition");
    return keep(filesOf(revision), name, async () => {
      const [text, type] = await make();
      return prebuild(Buffer.from(text), type, forEver);
    });
  };

  const findLive = (request: FastifyRequest): Promise<Prebuilt> => {
    const revision = definitions.forHost(hostOf(request));
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
    const found = await find(hostOf(request), hash, file, (flows) => {
      const { id = "", make } = fileNamed(flowFiles, file) ?? {};
      return make && Object.hasOwn(flows, id) ? () => make(flows[id]!) : undefined;
    });
    return sendPrebuilt(request, reply, found, responseCache);
  });

  app.get("/definitions/:hash/:flow/:file", async (request, reply) => {
    const { hash, flow, file } = request.params as { hash: string; flow: string; file: string };
    // Whoever draws our forms with a form library of their own.
    allowAnyOrigin(reply);
    const found = await find(hostOf(request), hash, `${file} of ${flow}`, (flows) => {
      const { id = "", make } = fileNamed(stepFiles, file) ?? {};
      const there = Object.hasOwn(flows, flow) && flows[flow]!.steps.some((step) => step.id === id);
      return make && there ? () => make(flows[flow]!, id) : undefined;
    });
    return sendPrebuilt(request, reply, found, responseCache);
  });

  app.get("/embed/:flow.json", async (request, reply) => {
    allowAnyOrigin(reply);
    return sendPrebuilt(request, reply, await findLive(request));
  });
}
