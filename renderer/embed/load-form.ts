import type {
  CompiledBrand,
  CompiledFlow,
  DataAnswer,
  PageCaptcha,
  Validators,
} from "../../schemas/engine/evaluate.ts";
import { validatorsPath } from "../run/resources.ts";
import { answersFrom } from "../run/send.ts";
import type { LocalRunOptions } from "./local-run.ts";
import type { CompiledForm, MountOptions } from "./api.ts";

/** A flow with all that it takes to draw it. */
export interface EmbeddedFlow {
  brand: CompiledBrand;
  flow: CompiledFlow;
  validators: Validators;
  revision: string;
  /** `yyyy-mm-dd` in the brand's time zone. */
  today: string;
  /** What a run of it on its server takes to prove that a person uses it. */
  captcha?: PageCaptcha | undefined;
}

export interface LoadedForm {
  form: EmbeddedFlow;
  /** Origin of the brand's site, where it is known. */
  site?: string;
  data?: LocalRunOptions["data"];
}

/** Gets the flow that is to be mounted. @throws {Error} that says what is missing. */
export function loadForm({ url, compiled, data }: MountOptions): Promise<LoadedForm> {
  if ((url === undefined) === (compiled === undefined)) {
    throw new Error(`mountFlow needs either "compiled" or "url"`);
  }
  return url === undefined ? fromPage(compiled, data) : fromServer(url);
}

async function fromPage(compiled: CompiledForm, data: MountOptions["data"]): Promise<LoadedForm> {
  const form = await withValidators(compiled, `"compiled"`, document.baseURI);
  if (!data) return { form };
  const ask: LocalRunOptions["data"] = async ({ data: name, inputs }) => {
    try {
      const answer = await data({ data: name, inputs });
      return { kind: "answer", data: { ...answer, hash: "" } satisfies DataAnswer };
    } catch (error) {
      console.error(error);
      return { kind: "lost" };
    }
  };
  return { form, data: ask };
}

async function fromServer(address: string): Promise<LoadedForm> {
  if (!URL.canParse(address, document.baseURI)) throw new Error(`"${address}" is no address`);
  const url = new URL(address, document.baseURI);
  const given = await fetched(url);
  const path = validatorsPath(given.revision, String((given.flow as { flow?: unknown })?.flow));
  const form = await withValidators({ ...given, validators: path }, url.href, url);
  return { form, site: url.origin, data: answersFrom(url.origin) };
}

async function fetched(url: URL): Promise<CompiledForm> {
  const response = await fetch(url, { credentials: "omit" }).catch((cause: unknown) => {
    throw new Error(`${url.href} does not answer`, { cause });
  });
  if (response.status === 404) throw new Error(`there is no flow at ${url.href}`);
  if (!response.ok) throw new Error(`${url.href} answers ${response.status}`);
  return (await response.json().catch((cause: unknown) => {
    throw new Error(`${url.href} gives no flow`, { cause });
  })) as CompiledForm;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** `from` says where it came from; `base` is what the validators' address is relative to. */
async function withValidators(given: CompiledForm, from: string, base: string | URL): Promise<EmbeddedFlow> {
  const parts: Record<string, unknown> = isObject(given) ? { ...given } : {};
  const missing = ["revision", "today"].filter((name) => typeof parts[name] !== "string");
  if (!isObject(parts["brand"]) || !isObject(parts["brand"]["theme"])) missing.push("brand");
  if (!isObject(parts["flow"]) || !Array.isArray(parts["flow"]["steps"])) missing.push("flow");
  if (!isObject(parts["validators"]) && typeof parts["validators"] !== "string") missing.push("validators");
  if (missing.length > 0) throw new Error(`${from} has no ${missing.join(", ")}`);
  const { validators } = parts;
  const loaded = typeof validators === "string" ? await imported(new URL(validators, base)) : validators;
  return { ...parts, validators: loaded } as unknown as EmbeddedFlow;
}

const imported = (address: URL): Promise<Validators> =>
  (import(/* @vite-ignore */ address.href) as Promise<Validators>).catch((cause: unknown) => {
    throw new Error(`the validators at ${address.href} cannot be had`, { cause });
  });
