import { useState } from "react";
import type { CompiledHandoff } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import controls from "../controls/controls.module.css";
import classes from "./handoff.module.css";
import type { RunController } from "../run/run.ts";

export interface HandoffProps {
  handoff: CompiledHandoff;
  handOff: NonNullable<RunController["handOff"]>;
}

const load = () => import("./HandoffDialog.tsx");

/** To go on on another device: beside the form, and quieter than anything in it. What asks is loaded by who wants it. */
export function HandoffOffer(offer: HandoffProps) {
  const { text } = useWords();
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof load>>>();
  const [problem, setProblem] = useState("");
  const open = (): void => {
    setProblem("");
    load().then(setOpened, () => setProblem(text("unreachable")));
  };
  return (
    <div className={`${classes["offer"]} screen-only`}>
      <Button variant="subtle" aria-haspopup="dialog" onClick={open}>
        {text("handoff.offer")}
      </Button>
      {problem !== "" && (
        <p className={controls["boxProblem"]} role="alert">
          {problem}
        </p>
      )}
      {opened && <opened.HandoffDialog {...offer} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
