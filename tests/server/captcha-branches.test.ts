/** Calls that hand a captcha's token on count wherever they stand in a program. */
import { describe, expect, onTestFinished, test } from "vitest";
import type { Instruction, Revision } from "../../schemas/engine/all.ts";
import { captchaFor, createCaptchaGuard } from "../../server/captcha/captcha-guard.ts";
import type { CaptchaConfig } from "../../server/config/protection.ts";
import { startStandIn } from "../support/stand-in.ts";
import { keptLog, setClock, temporaryStore } from "./parts.ts";

const plain: Instruction = { call: "a.plain", onFailure: [] };
const proof: Instruction = { call: "a.proof", onFailure: [] };
const within: Instruction = { call: "a.plain", onFailure: [proof] };
const deeper: Instruction = { call: "a.plain", onFailure: [within] };

/** What the button of a dialog does in these programs. */
const pressed = { id: "sure", button: "yes" };

const revisionOf = (step: Instruction[], button: Instruction[]): Revision =>
  ({
    brand: "AB",
    public: { flows: { ask: { captcha: { unanswered: "accept" } } } },
    private: {
      calls: { "a.plain": {}, "a.proof": { captcha: true } },
      programs: { ask: { onContinue: { first: step }, onPress: { sure: { yes: button } } } },
    },
  }) as unknown as Revision;

const config: CaptchaConfig = {
  provider: "turnstile",
  siteKey: "site",
  secret: "secret",
  verifyUrl: "http://127.0.0.1:9/",
  scriptUrl: "http://127.0.0.1:9/",
};

test.each<[string, Instruction[], Instruction[], number]>([
  ["no such call", [plain], [{ close: true }], 1],
  ["one in the step", [proof], [], 2],
  ["one where another call fails", [within], [], 2],
  ["one two branches deep", [deeper], [], 2],
  ["one where a button's call fails", [plain], [within], 2],
  ["one that is delivered later", [{ submit: { deliver: [{ call: "a.proof", with: {} }] } }], [], 1],
])("a page whose flow has %s", (_what, step, button, tokens) => {
  expect(captchaFor(revisionOf(step, button), "ask", config).captcha?.tokens).toBe(tokens);
});

describe("while the provider does not answer, though the flow would take anybody", () => {
  const admit = async (revision: Revision, dialog?: typeof pressed) => {
    const provider = await startStandIn({ "POST /siteverify": { status: 500 } });
    onTestFinished(() => provider.stop());
    const { store } = await temporaryStore();
    const captcha = { ...config, verifyUrl: `${provider.url}/siteverify` };
    const guard = createCaptchaGuard({
      config: { captcha },
      db: store.db,
      clock: setClock().now,
      log: keptLog(),
    });
    const attempt = {
      run: "run",
      key: "key-00000001",
      bodyHash: "hash",
      revision,
      flow: "ask",
      step: "first",
    };
    return await guard
      .admit({ ...attempt, ...(dialog ? { dialog } : {}) }, { captcha: "t1 t2", host: "a", address: "::1" })
      .then(
        () => "admitted",
        () => "refused",
      );
  };

  test.each<[string, Instruction[], Instruction[], boolean, string]>([
    ["a step without such a call goes on", [plain], [], false, "admitted"],
    ["a step with one in a branch does not", [within], [], false, "refused"],
    ["a button that ends there goes on", [proof], [{ close: true }], true, "admitted"],
    ["a button that may go on to the step does not", [proof], [{ resume: true }], true, "refused"],
    [
      "nor one that may under a condition, or where its call fails",
      [proof],
      [{ call: "a.plain", onFailure: [{ resume: true, when: { var: "x" } }] }],
      true,
      "refused",
    ],
  ])("%s", async (_what, step, button, isPressed, outcome) => {
    expect(await admit(revisionOf(step, button), isPressed ? pressed : undefined)).toBe(outcome);
  });
});
