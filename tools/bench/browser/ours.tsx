/** The same form as a definition, mounted as any page would mount it. */
import "../../../renderer/theme/styles.ts";
import { mountFlow, type EmbeddedFlow } from "../../../renderer/embed/mount-flow.tsx";
import type { Validators } from "../../../schemas/engine/evaluate.ts";
import { expose } from "./measured.ts";

let compiled: EmbeddedFlow;

expose(
  (element) => mountFlow(element, { compiled, theme: { font: "inherit" }, onSubmit() {} }),
  async (count) => {
    const [definition, validators] = await Promise.all([
      fetch(`/definitions/${count}.json`).then(
        (response) => response.json() as Promise<Omit<EmbeddedFlow, "validators">>,
      ),
      import(/* @vite-ignore */ `/definitions/${count}.js`) as Promise<Validators>,
    ]);
    compiled = { ...definition, validators };
  },
);
