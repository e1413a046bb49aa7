import type { PageTags } from "../../schemas/engine/evaluate.ts";
import type { Pushed } from "./data-layer.ts";
import { loadScript, withQuery } from "./load-script.ts";
import { tellOfTaps } from "./taps.ts";

/** Loads a container of tags, with the nonce that lets it bring its own along, and tells it of taps from now on. */
export async function loadTagContainer(
  { container, scriptUrl }: PageTags,
  push: (event: Pushed) => void,
  toldOf: (path: string) => string,
): Promise<void> {
  tellOfTaps(document, push, toldOf);
  const { nonce } = document.querySelector<HTMLScriptElement>("script[nonce]") ?? {};
  // Without it everything works: what cannot be had is only not measured.
  await loadScript(withQuery(scriptUrl, { id: container }), nonce).catch(() => {});
}
