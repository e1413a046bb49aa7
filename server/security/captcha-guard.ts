/** Decides whether an attempt at a flow with a captcha may go on. */
import type { Instruction, Revision } from "../../schemas/engine/all.ts";
import { ApiError } from "../api-error.ts";
import type { Clock } from "../clock.ts";
import { upstreamFor, type Config } from "../config.ts";
import type { Log } from "../log.ts";
import { hasPassed, keepPass, type CaptchaAttempt } from "../store/captcha-passes.ts";
import type { Queries } from "../store/store.ts";
import { captchaAction, verifyToken, type Verdict } from "./captcha.ts";

/** Who sent an attempt. */
export interface Sender {
  /** What came in `x-captcha`. */
  captcha?: string;
  /** Without port. */
  host: string;
  address: string;
}

/** What is asked to go on: Continuar of a step, or a dialog's button in it. */
interface Pressed {
  flow: string;
  step: string;
  dialog?: { id: string; button: string };
}

export interface CaptchaGuard {
  /** @throws {ApiError} 403 `captcha`. */
  admit(attempt: CaptchaAttempt & Pressed & { revision: Revision }, sender: Sender): Promise<void>;
}

export type CaptchaOutcome = Verdict | "missing" | "forwarded";

interface Parts {
  config: Pick<Config, "captcha" | "upstreams">;
  db: Queries;
  clock: Clock;
  log: Log;
  /** Told how each went, and whether it was let in. */
  decided?: (outcome: CaptchaOutcome, admitted: boolean) => void;
}

const refusal = (message: string): ApiError => new ApiError(403, "captcha", message);
const notPerson = (): ApiError =>
  refusal("No pudimos comprobar que no eres un robot. Espera un momento y vuelve a intentarlo.");
const noAnswer = (): ApiError =>
  refusal(
    "No pudimos hacer la comprobación contra robots: puede que tu navegador la bloquee. Vuelve a intentarlo en unos minutos.",
  );

const mayEnd = (line: Instruction): boolean =>
  "go" in line || "redirect" in line || "refuse" in line || "dialog" in line;

/** The calls that a program makes whatever was answered, unless it fails before. */
function certainCalls(lines: Instruction[]): string[] {
  const end = lines.findIndex(mayEnd);
  const before = end < 0 ? lines : lines.slice(0, end);
  return before.flatMap((line) => ("call" in line && line.when === undefined ? [line.call] : []));
}

/** What a press runs: the step's program, or that of the button, after which the step's may go on. */
function linesOf({ private: { programs } }: Revision, { flow, step, dialog }: Pressed): Instruction[] {
  const program = programs[flow];
  const own = program?.onContinue[step] ?? [];
  if (!dialog) return own;
  const button = program?.onPress[dialog.id]?.[dialog.button] ?? [];
  const goesOn = button.some((line) => ("resume" in line || "retry" in line) && line.when === undefined);
  return goesOn ? [...button, ...own] : button;
}

/**
 * Whether the program hands the token to an upstream, without an "if": good once, it is then for that service to
 * verify. Where it only may, the token is verified here.
 */
function isForwarded(config: Parts["config"], revision: Revision, pressed: Pressed): boolean {
  const { calls } = revision.private;
  return certainCalls(linesOf(revision, pressed)).some((name) => {
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
    return call?.captcha === true && upstreamFor(config, call.service, revision.brand) !== undefined;
  });
}

/** Nobody's token: what comes back tells only whether the provider answers. */
const noToken = "none";

export function createCaptchaGuard({ config, db, clock, log, decided = () => {} }: Parts): CaptchaGuard {
  const { captcha } = config;

  return {
    admit: async ({ revision, flow, step, dialog, ...attempt }, { captcha: token, host, address }) => {
      const asked = revision.public.flows[flow]?.captcha;
      if (!captcha || !asked) return;
      // A token is good once; the same attempt may have to be sent again.
      if (await hasPassed(db, attempt)) return;
      const lenient = asked.unanswered === "accept";
      const unanswered = (outcome: CaptchaOutcome): void => {
        decided(outcome, lenient);
        log.warn({ flow, brand: revision.brand, outcome, admitted: lenient }, "captcha without an answer");
        if (!lenient) throw noAnswer();
      };
      const verify = (given: string): Promise<Verdict> =>
        verifyToken(captcha, { token: given, action: captchaAction(flow), host, address });
      if (token === undefined || token === "") {
        // Whoever just leaves it out must not get further than whoever has a bad one.
        if (lenient && (await verify(noToken)) === "unanswered") return unanswered("missing");
        decided("missing", false);
        throw noAnswer();
      }
      const pressed = { flow, step, ...(dialog === undefined ? {} : { dialog }) };
      if (isForwarded(config, revision, pressed)) return decided("forwarded", true);
      const verdict = await verify(token);
      if (verdict === "unanswered") return unanswered(verdict);
      decided(verdict, verdict === "passed");
      if (verdict === "misconfigured") {
        log.error(
          { provider: captcha.provider },
          "the captcha's provider does not know our secret or site key",
        );
      }
      if (verdict !== "passed") throw notPerson();
      await keepPass(db, attempt, clock().toISOString());
    },
  };
}
