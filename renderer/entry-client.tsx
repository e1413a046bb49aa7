import "./theme/styles.ts";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import type { Page } from "../schemas/engine/evaluate.ts";
import { App } from "./app/App.tsx";
import { askFor } from "./page/consent.ts";
import { loadTags } from "./page/data-layer.ts";
import { LoadFailure } from "./app/LoadFailure.tsx";
import { loadResources } from "./app/load-resources.ts";
import { loadPart } from "./page/lazy-part.ts";
import { whenUsed } from "./page/when-used.ts";
import { readPreHydrationInput } from "./run/pre-hydration-input.ts";

async function begin(): Promise<void> {
  const page = JSON.parse(document.querySelector("#page")!.textContent) as Page;
  const container = document.querySelector("#app")!;
  try {
    const resources = await loadResources(page);
    askFor(page.consent);
    if (page.tags) loadTags(page.tags, page.brand);
    // In short turns, between which the page hears people: whatever they do first takes all of it over at once.
    startTransition(() => {
      hydrateRoot(
        container,
        <BrowserRouter>
          <App first={{ page, resources }} load={loadResources} typed={readPreHydrationInput(container)} />
        </BrowserRouter>,
      );
    });
    void whenUsed()
      .then(() => loadPart(() => import("./app/once-used.ts")))
      .then((module) => module.begin(page.brand.screens, loadResources));
  } catch (error) {
    console.error(error);
    // The form cannot be used without its definition: better said than left there dead.
    const notice = document.createElement("div");
    container.prepend(notice);
    createRoot(notice).render(<LoadFailure words={page.brand.words} />);
  }
}

void begin();
