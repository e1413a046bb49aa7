/** Decides whether an attempt at a flow with a captcha may go on. */
import type { Instruction, PageCaptcha, Revision } from "../../schemas/engine/serve.ts";
import { ApiError } from "../http/errors.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import type { CaptchaConfig } from "../config/protection.ts";
import type { Log } from "../log.ts";
import { hasPassed, keepPass, type CaptchaAttempt } from "../store/captcha-passes.ts";
import type { Queries } from "../store/store.ts";
import { captchaAction, verifyToken, type Verdict } from "./verify-token.ts";

/** Who sent an attempt. */
export interface Sender {
  /** What came in `x-captcha`: a token for us, and behind a space one for a service, as a token is good once. */
  captcha?: string;
  /** Of the page that the form stands on, without port. */
  host: string;
  address: string;
}

/** What is asked to go on: Continuar of a step, or a dialog's button in it. */
interface SubmittedStep {
  flow: string;
  step: string;
  dialog?: { id: string; button: string };
}

export interface CaptchaGuard {
  /** Gives the token that is for a service. @throws {ApiError} 403 `captcha`. */
  admit(
    attempt: CaptchaAttempt & SubmittedStep & { revision: Revision },
    sender: Sender,
  ): Promise<string | undefined>;
}

export type CaptchaOutcome = Verdict | "missing";

interface CaptchaGuardDeps {
  config: Pick<Config, "captcha">;
  db: Queries;
  clock: Clock;
  log: Log;
  /** Told how each went, and whether it was let in. */
  decided?: (outcome: CaptchaOutcome, admitted: boolean) => void;
}

const notPerson = (): ApiError => new ApiError("captcha.rejected");
const noAnswer = (): ApiError => new ApiError("captcha.unanswered");

/** Instructions with those of their branches, as of a call that fails: any of them may be done, whatever its condition. */
const withBranches = (lines: Instruction[]): Instruction[] =>
  lines.flatMap((line) => [line, ...branchesOf(line).flatMap(withBranches)]);

/** The lists of instructions within one, whichever verb has them. What `submit` delivers is done by nobody's press. */
function branchesOf(line: Instruction): Instruction[][] {
  if ("submit" in line) return [];
  const own = Object.values(line) as unknown[];
  const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
  const within = own.flatMap((value) =>
    isObject(value) && !Array.isArray(value) ? Object.values(value) : [],
  );
  return [...own, ...within].filter(
    (value): value is Instruction[] => Array.isArray(value) && value.every(isObject),
  );
}

/** What a press may run: the step's program, or that of the button, after which the step's may go on. */
function instructionsOf(
  { private: { programs } }: Revision,
  { flow, step, dialog }: SubmittedStep,
): Instruction[] {
  const program = programs[flow];
  const own = program?.onContinue[step] ?? [];
  if (!dialog) return own;
  const button = program?.onPress[dialog.id]?.[dialog.button] ?? [];
  const goesOn = withBranches(button).some((line) => "resume" in line || "retry" in line);
  return goesOn ? [...button, ...own] : button;
}

/** Whether one of these calls hands a token on. */
const forwardsToken = ({ private: { calls } }: Revision, lines: Instruction[]): boolean =>
  withBranches(lines).some(
    (line) => "call" in line && Object.hasOwn(calls, line.call) && calls[line.call]!.captcha === true,
  );

/** Whether anything that a flow does hands a token on: its page then brings two with each press. */
function handsTokenOn(revision: Revision, flow: string): boolean {
  const { onContinue = {}, onPress = {} } = revision.private.programs[flow] ?? {};
  const buttons = Object.values(onPress).flatMap((button) => Object.values(button));
  return [...Object.values(onContinue), ...buttons].some((lines) => forwardsToken(revision, lines));
}

/** What a page from which this flow goes on has to know, where both the flow and the installation ask for it. */
export function captchaFor(
  revision: Revision,
  flow: string,
  config: CaptchaConfig | undefined,
): { captcha?: PageCaptcha } {
  if (!config || !revision.public.flows[flow]!.captcha) return {};
  const { provider, siteKey, scriptUrl } = config;
  const tokens = handsTokenOn(revision, flow) ? 2 : 1;
  return { captcha: { provider, siteKey, scriptUrl, action: captchaAction(flow), tokens } };
}

/** Nobody's token: what comes back tells only whether the provider answers. */
const noToken = "none";

export function createCaptchaGuard({
  config,
  db,
  clock,
  log,
  decided = () => {},
}: CaptchaGuardDeps): CaptchaGuard {
  const { captcha } = config;

  return {
    admit: async ({ revision, flow, step, dialog, ...attempt }, { captcha: given, host, address }) => {
      const asked = revision.public.flows[flow]?.captcha;
      if (!captcha || !asked) return given;
      const [token, forService] = given?.split(" ") ?? [];
      // A token is good once; the same attempt may have to be sent again.
      if (await hasPassed(db, attempt)) return forService;
      const pressed = { flow, step, ...(dialog === undefined ? {} : { dialog }) };
      // A service that asks for proof takes nobody's word for it, so we do not either.
      const lenient =
        asked.unanswered === "accept" && !forwardsToken(revision, instructionsOf(revision, pressed));
      const unanswered = (outcome: CaptchaOutcome): string | undefined => {
        decided(outcome, lenient);
        log.warn({ flow, brand: revision.brand, outcome, admitted: lenient }, "captcha without an answer");
        if (!lenient) throw noAnswer();
        return forService;
      };
      const verify = (one: string): Promise<Verdict> =>
        verifyToken(captcha, { token: one, action: captchaAction(flow), host, address });
      if (token === undefined || token === "") {
        // Whoever just leaves it out must not get further than whoever has a bad one.
        if (lenient && (await verify(noToken)) === "unanswered") return unanswered("missing");
        decided("missing", false);
        throw noAnswer();
      }
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
      return forService;
    },
  };
}
