import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { isOwnPath, plainWords, type Page } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { tellOfAccepted, tellOfStep } from "../page/data-layer.ts";
import { withCampaign } from "../page/links.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { loadFlow } from "../run/resources.ts";
import { Button, ButtonLink } from "../controls/Button.tsx";
import { captchaOf } from "../run/captcha/captcha.ts";
import { memoryOf } from "../run/memory.ts";
import { continueWithRetry } from "../run/continue-with-retry.ts";
import { receiptAddress, stepAddress } from "../run/steps.ts";
import { http } from "../run/transport.ts";
import { Illustration } from "../illustrations/Illustration.tsx";
import classes from "./failure.module.css";
import { wordsSlot, type BlockProps } from "./types.ts";

type Failed = NonNullable<Page["failed"]>;

/** Says what happened. With kept answers it offers to try again; without, it leads on after a while. */
export default function Failure({ block, page }: BlockProps) {
  const title = wordsSlot(block, "title");
  return (
    <section className={classes["failure"]}>
      <div className={classes["inner"]}>
        <Illustration name="cone" theme={page.brand.theme} className={classes["drawing"]} />
        {title !== undefined && (
          <h1 tabIndex={-1}>
            <WordsView words={title} inline />
          </h1>
        )}
        {page.failed ? (
          <TryAgain block={block} failed={page.failed} page={page} />
        ) : (
          <LeadOn block={block} page={page} />
        )}
      </div>
    </section>
  );
}

/** Presses Continuar once more, with the answers that the server kept. */
function TryAgain({ block, failed, page }: { block: BlockProps["block"]; failed: Failed; page: Page }) {
  const { text } = useWords();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [run, setRun] = useState(failed.run);

  async function again(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setSaid(text("summary.busy"));
    try {
      await send();
    } catch {
      setSaid(text("unreachable"));
    } finally {
      setBusy(false);
    }
  }

  async function send(): Promise<void> {
    const memory = memoryOf(run, () => sessionStorage);
    const request = { step: run.step, version: run.version, answers: {} };
    const reply = await continueWithRetry(http, memory, run.run, request, { token: captchaOf(page)?.token });
    if (reply.kind === "answer") {
      const { state, outcome } = reply.data;
      setRun(state);
      if ("refuse" in outcome) {
        return void navigate(withCampaign(failed.path, search), { state: { refused: outcome.refuse } });
      }
      memory.forget();
      if ("go" in outcome) {
        const flow = await loadFlow(state.revision, state.flow);
        tellOfAccepted(flow, request.step);
        const own = receiptAddress(page, flow, outcome.go);
        return void navigate(withCampaign(own ?? stepAddress(flow, failed.base, outcome.go), search));
      }
      if ("dialog" in outcome || "close" in outcome || "wait" in outcome) {
        // It is asked, or shown, at the form.
        return void navigate(withCampaign(failed.path, search));
      }
      if (outcome.analytics) tellOfStep(outcome.analytics);
      // The same page again: there is nowhere to go, so it has to be said.
      setSaid(plainWords(wordsSlot(block, "title") ?? ""));
      if (outcome.redirect.split(/[?#]/, 1)[0] !== page.path) {
        void navigate(withCampaign(outcome.redirect, search, outcome.keep));
      }
    } else if (reply.kind === "refusal" && reply.problem.state) {
      // It went on elsewhere: the form's address leads to where it is now.
      void navigate(withCampaign(failed.path, search));
    } else {
      setSaid(reply.kind === "lost" ? text("unreachable") : reply.problem.message);
    }
  }

  const [retry, back] = [wordsSlot(block, "retry"), wordsSlot(block, "back")];
  const told = run.failureSays ?? wordsSlot(block, "body");
  return (
    <>
      {told !== undefined && <WordsView words={told} />}
      <div className={classes["choices"]}>
        <Button size="lg" onClick={() => void again()} aria-disabled={busy || undefined}>
          {retry === undefined ? text("retry") : plainWords(retry)}
        </Button>
        <ButtonLink size="lg" variant="outline" to={withCampaign(failed.path, search)}>
          {back === undefined ? text("back") : plainWords(back)}
        </ButtonLink>
      </div>
      <p className={classes["said"]} role="status">
        {said}
      </p>
    </>
  );
}

const keepsNothing: string[] = [];

/** Nothing is kept here: says that it leads on, and goes there. */
function LeadOn({ block, page }: { block: BlockProps["block"]; page: Page }) {
  const navigate = useNavigate();
  const { text } = useWords();
  const { after = 0, keep = keepsNothing } = page.screen.failure ?? {};
  const { leadsTo } = page;
  const leaving = wordsSlot(block, "leaving");
  useEffect(() => {
    if (leadsTo === undefined) return undefined;
    const timer = setTimeout(() => {
      // What the address has lost on the way here, the visit may still know.
      if (isOwnPath(leadsTo)) void navigate(withCampaign(leadsTo, "", keep), { replace: true });
      else globalThis.location.replace(leadsTo);
    }, after * 1000);
    return () => clearTimeout(timer);
  }, [leadsTo, after, keep, navigate]);
  return (
    <>
      <div role="status">{leaving !== undefined && <WordsView words={leaving} />}</div>
      {leadsTo !== undefined && (
        <ButtonLink size="lg" to={leadsTo}>
          {text("continue")}
        </ButtonLink>
      )}
    </>
  );
}
