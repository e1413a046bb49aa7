import { useId, useRef, useState, type FormEvent } from "react";
import { Link, useNavigate } from "react-router";
import { codeDigits } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import { CodeInput } from "../controls/CodeInput.tsx";
import { Spinner } from "../controls/Spinner.tsx";
import { ConfirmDialog } from "../widgets/ConfirmDialog.tsx";
import flow from "./flow.module.css";
import { newArrival, type FlowNavigationState } from "../run/navigation-state.ts";
import classes from "./handoff.module.css";
import { acceptHandoff } from "../run/transport.ts";

/**
 * In the place of the form, for whoever opened a mailed link: asks for its code, and goes on where the run was. The token is
 * gone from the address while the page of that run is on its way.
 */
export default function ArrivalView({ token, route }: { token: string | undefined; route: string }) {
  const { text } = useWords();
  const navigate = useNavigate();
  const id = useId();
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [asks, setAsks] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function tell(words: string): void {
    setProblem(words);
    input.current?.focus();
  }

  async function open(replace: boolean): Promise<void> {
    if (busy || token === undefined) return;
    setAsks(false);
    setProblem("");
    if (code.length !== codeDigits) return tell(text("handoff.incomplete"));
    setBusy(true);
    const reply = await acceptHandoff({ token, code, ...(replace ? { replace } : {}) });
    if (reply.kind === "answer") {
      // Busy until the page of the run is there.
      const handover: FlowNavigationState = { ...newArrival(), arrives: true };
      return void navigate(reply.data.path, { replace: true, state: handover });
    }
    setBusy(false);
    if (reply.kind === "lost") tell(text("handoff.lost"));
    else if (reply.problem.error === "other-open") setAsks(true);
    else tell(reply.problem.message);
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void open(false);
  };
  return (
    <div className={classes["card"]}>
      <div className={flow["heading"]}>
        <h1 tabIndex={-1}>{text("handoff.arrive.title")}</h1>
        <p>{text("handoff.arrive.body")}</p>
      </div>
      <form method="post" onSubmit={submit} noValidate>
        <CodeInput
          id={`${id}-code`}
          ref={input}
          label={text("handoff.code")}
          code={code}
          problem={problem}
          onChange={setCode}
        />
        <div className={classes["choices"]}>
          <Button type="submit" size="lg" aria-disabled={busy || undefined} mark={busy && <Spinner />}>
            {text("handoff.open")}
          </Button>
          <Link to={route} className={flow["back"]}>
            {text("handoff.without")}
          </Link>
        </div>
      </form>
      {asks && (
        <ConfirmDialog
          id={`${id}-other`}
          words="handoff.other"
          onConfirm={() => void open(true)}
          onCancel={() => setAsks(false)}
        />
      )}
    </div>
  );
}
