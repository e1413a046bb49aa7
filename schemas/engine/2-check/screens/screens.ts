import type { JsonPath } from "../../1-read/locate.ts";
import { actionsOf, itemsOf, linksOfBlock } from "../../1-read/block-parts.ts";
import { checkItemsFromContent } from "./block-content.ts";
import { checkBlockDays, checkCells } from "./block-days.ts";
import { checkBound, checkRecap } from "./bound-answers.ts";
import { checkAnchorsOfBlocks } from "../routes/anchors.ts";
import { checkFailureBlock } from "../routes/failure-pages.ts";
import { checkIllustration, drawingsOf } from "./illustrations.ts";
import { nearest } from "../report/nearest.ts";
import { checkOnlyFor } from "../brands/only-for.ts";
import { checkSignsIn } from "../brands/sign-in.ts";
import {
  finderOn,
  screensOf,
  type Project,
  type Brand,
  type Screen,
  type ScreenBlock,
} from "../project/project.ts";
import { scopeOfScreenRule } from "../rules/named-rule-uses.ts";
import { checkNamedRules, checkUnusedRules } from "../rules/named-rules.ts";
import { checkRule } from "../rules/rules.ts";
import { checkAddress, checkParameters, checkRedirect, checkRoutes, checkSecrets } from "../routes/routes.ts";
import { checkSiteSearch } from "../routes/site-search.ts";
import { checkMountedFinder } from "./mounted-finders.ts";
import { checkPageParameters } from "./page-parameters.ts";
import { checkRemembers } from "./saved-lists.ts";
import { checkFlowOverPage } from "./flows-over-pages.ts";
import { checkPageDocuments } from "./page-documents.ts";
import { checkScreenData } from "./screen-data.ts";
import { checkSearch } from "./searches.ts";
import { checkView } from "./views.ts";
import type { Grammar } from "../grammar/shape.ts";

import { brandsFor } from "../variables/facts.ts";

/** Checks the flows and the addresses that screens name. */
export function checkScreens(project: Project, grammar: Grammar): void {
  const drawings = drawingsOf(grammar);
  for (const screen of new Set(project.screens.values())) {
    const { file, value } = screen;
    const brands = [...project.brands.values()].filter((brand) => screensOf(project, brand).includes(screen));
    const scope = { owner: `La pantalla "${screen.id}"`, brands };
    const source = `la pantalla "${screen.id}"`;
    checkAddress(project, screen);
    checkParameters(project, screen);
    checkSecrets(project, screen);
    checkRoutes(project, screen);
    for (const [index, crumb] of (value.breadcrumbs ?? []).entries()) {
      checkRedirect(project, file, crumb.to, ["breadcrumbs", index, "to"], brands, source);
    }
    const otherwise = value.failure?.otherwise;
    checkRedirect(project, file, otherwise, ["failure", "otherwise"], brands, source);
    checkFailureBlock(project, screen);
    checkAnchorsOfBlocks(project, screen, brands);
    for (const brand of value.signIn ? brands : []) {
      checkSignsIn(project, file, brand, ["signIn"], scope.owner);
    }
    checkDescription(project, screen);
    checkRemembers(project, screen);
    checkRules(project, screen, brands);
    checkScreenData(project, screen, brands);
    checkPageDocuments(project, screen, brands);
    for (const [index, block] of (value.blocks ?? []).entries()) {
      const at = ["blocks", index];
      for (const { at: place, to } of linksOfBlock(block)) {
        if (!to?.startsWith("/")) continue;
        const shownIn = brandsShowing(brands, block, place);
        checkRedirect(project, file, to, [...at, ...place], shownIn, source);
      }
      checkOnlyFor(project, file, block.onlyFor, at, scope);
      checkShown(project, screen, block, at, brandsFor(brands, block.onlyFor));
      checkBlockDays(project, screen, block, at);
      checkCells(project, file, block, block.items, [...at, "items"]);
      for (const { at: place, holder } of [{ at: [], holder: block }, ...itemsOf(block)]) {
        const slot = [...place, "illustration"];
        const shownIn = brandsShowing(brands, block, place);
        checkIllustration(project, file, holder.illustration, [...at, ...slot], shownIn, drawings);
      }
      for (const { at: place, holder } of itemsOf(block)) {
        checkOnlyFor(project, file, holder.onlyFor, [...at, ...place], scope);
      }
      const own = brandsFor(brands, block.onlyFor);
      checkItemsFromContent(project, grammar, screen, index, scope.owner, own);
      if (block.block === "view") checkView(project, screen, index, own);
      if (block.block === "search") checkSearch(project, screen, index);
      if (block.block === "siteSearch") {
        const { from: parameter, action } = block;
        checkSiteSearch(project, file, { to: action?.to, parameter }, [...at, "from"]);
      }
      const flow = block.flow;
      if (flow === undefined) continue;
      const shown = project.flows.get(flow);
      if (shown && block.dialog === undefined) checkMountedFinder(project, screen, shown, index);
      if (shown) checkFlowOverPage(project, screen, shown, index, own);
      if (shown) checkBound(project, shown, file, block.answers, [...at, "answers"]);
      if (shown) checkRecap(project, shown, file, block.recap ?? {}, [...at, "recap"]);
      if (shown || project.isUnresolved("flow", flow)) continue;
      const suggestion = nearest(flow, project.flows.keys());
      project.report.add(file, [...at, "flow"], "unknown-flow", { flow }, { suggestion });
    }
    checkPageParameters(project, screen);
    checkUnusedRules(project, screen);
  }
}

/** Checks the rules that a screen gives a name. */
function checkRules(project: Project, screen: Screen, brands: Brand[]): void {
  const flow = finderOn(project, screen);
  checkNamedRules(project, screen, (owner) =>
    scopeOfScreenRule(screen, { owner, brands, ...(flow ? { flow } : {}) }),
  );
}

/** Checks when a block is shown: what its condition reads, and that it is not of a page that never goes. */
function checkShown(
  project: Project,
  screen: Screen,
  block: ScreenBlock,
  at: JsonPath,
  brands: Brand[],
): void {
  const { file, value } = screen;
  if (block.when !== undefined) {
    const owner = `"when" del bloque "${block.block ?? ""}"`;
    checkRule(project, file, block.when, [...at, "when"], {
      owner,
      brands,
      screen: { item: screen, required: true, shown: true },
    });
  }
  for (const { at: place, holder } of actionsOf(block)) {
    if (holder.when === undefined) continue;
    checkRule(project, file, holder.when, [...at, ...place, "when"], {
      owner: `"when" de un enlace del bloque "${block.block ?? ""}"`,
      brands,
      screen: { item: screen, required: true, shown: true },
    });
  }
  if (block.gone !== true) return;
  if (value.gone === undefined) {
    const values = { screen: screen.id };
    return project.report.add(file, [...at, "gone"], "gone-without-title", values, { part: "key" });
  }
  if (block.data === undefined || value.data?.[block.data]?.required !== true) return;
  const why = "sin ella la página no está, y este bloque se muestra cuando ya no está";
  const values = { where: `La vista "${block.view ?? ""}"`, data: block.data, why };
  project.report.add(file, [...at, "data"], "unshowable-data", values);
}

/** What search engines list says what they show of it. */
function checkDescription({ report }: Project, { id, file, value }: Screen): void {
  const { description, indexed = true, answers = 200, failure } = value;
  if (description !== undefined || !indexed || answers !== 200 || failure !== undefined) return;
  report.add(file, ["screen"], "missing-description", { screen: id });
}

/** The brands that show what stands at a place of a block: those that it and what holds it are for. */
function brandsShowing(brands: Brand[], block: ScreenBlock, at: JsonPath): Brand[] {
  const items = itemsOf(block).filter((item) => item.at.every((key, index) => at[index] === key));
  return items.reduce(
    (shown, { holder }) => brandsFor(shown, holder.onlyFor),
    brandsFor(brands, block.onlyFor),
  );
}
