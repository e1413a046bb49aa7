import "./theme/styles.ts";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { prepare, type CompiledFlow, type Page, type Validators } from "../schemas/engine/evaluate.ts";
import { App } from "./app/App.tsx";
import { PageHead } from "./app/PageHead.tsx";
import FinderView from "./flow/FinderView.tsx";
import RunView from "./flow/RunView.tsx";
import { loadEveryBlock } from "./blocks/registry.ts";
import { loadEveryView } from "./views/registry.ts";
import { loadAnyRecap } from "./flow/recap-code.ts";
import { loadEveryWidget } from "./widgets/lazy-widgets.ts";

await Promise.all([loadEveryWidget(), loadEveryView(), loadEveryBlock(), loadAnyRecap()]);

/** On the server a page is drawn once, with what it was given. */
const nothingToLoad = (): Promise<undefined> => Promise.resolve(undefined);

/** The flow of the page, in the revision that `page.flow` names. */
export interface Resources {
  flow?: CompiledFlow;
  validators?: Validators;
}

/**
 * Draws a page. `html` is what stands in `#app`; `head` is title, description, robots, theme colour and the look of the brand.
 * `nonce` stands on every style element, and may be a mark that is replaced in each answer.
 * @throws {Error} when the page names a block, widget or flow that is not there.
 */
export function render(
  page: Page,
  { flow, validators }: Resources,
  nonce: string,
): { html: string; head: string } {
  const resources =
    page.flow && flow && validators
      ? {
          flow,
          revision: page.flow.revision,
          prepared: prepare(flow, validators),
          View: flow.finder ? FinderView : RunView,
        }
      : undefined;
  const html = renderToString(
    <StaticRouter location={page.path + (page.search ?? "")}>
      <App first={{ page, resources }} load={nothingToLoad} />
    </StaticRouter>,
  );
  return { html, head: renderToStaticMarkup(<PageHead page={page} nonce={nonce} />) };
}
