import { contentOfBlock, itemsOf } from "../../1-read/block-parts.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { contentAt, contentFilesOf, isUnresolvedFile } from "../project/content.ts";
import { placeOf } from "../project/file-kinds.ts";
import {
  flowsOn,
  screensOf,
  type Project,
  type Brand,
  type Screen,
  type ScreenBlock,
} from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { textIn, isObject } from "../report/values.ts";
import { brandsFor } from "../variables/facts.ts";

/** What every page has: where the link leads that skips the header. */
const ofEveryPage = "content";

/** Checks that what stands in a screen's file has each its own place after `#`: a link would lead to the first one only. */
export function checkAnchorsOfBlocks(
  { report }: Project,
  { id, file, value }: Screen,
  brands: Brand[],
): void {
  const blocks = [...(value.blocks ?? []).entries()];
  for (const brand of brands) {
    const found = new Set<string>();
    for (const [index, block] of blocks) {
      if (brandsFor([brand], block.onlyFor).length === 0) continue;
      for (const { at, holder } of [{ at: [], holder: block }, ...itemsOf(block)]) {
        const anchor = textIn(holder, "anchor");
        if (anchor === undefined || brandsFor([brand], holder.onlyFor).length === 0) continue;
        const place = ["blocks", index, ...at, "anchor"];
        if (found.has(anchor))
          report.add(file, place, "duplicate-anchor", { screen: id, anchor }, { once: true });
        found.add(anchor);
      }
    }
  }
}

/**
 * What an address can name after its `#` on a screen, as the renderer draws it for a brand: steps, and sections of a text.
 * Undefined where that depends on what a query gives, or on a file with mistakes.
 */
function anchorsOn(project: Project, screen: Screen, brand: Brand): Set<string> | undefined {
  const found = new Set([ofEveryPage]);
  const add = (holder: object | undefined): void => {
    const anchor = textIn(holder, "anchor");
    if (anchor !== undefined) found.add(anchor);
  };
  const { report } = project;
  if (report.isInvalid(screen.file)) return undefined;
  for (const id of flowsOn(screen)) {
    const flow = project.flows.get(id);
    if (!flow || report.isInvalid(flow.file)) return undefined;
    flow.steps.forEach(({ value }) => add(value));
  }
  for (const block of screen.value.blocks ?? []) {
    if (brandsFor([brand], block.onlyFor).length === 0) continue;
    if (block.block === "view") {
      add(block);
      const view = project.views.get(block.view ?? "");
      if (!view || view.value.anchors === true) return undefined;
    }
    for (const { holder } of itemsOf(block)) {
      if (brandsFor([brand], holder.onlyFor).length > 0) add(holder);
    }
    const rows = contentRows(project, block, brand);
    if (!rows) return undefined;
    rows.forEach(add);
  }
  return found;
}

/** The rows of content that a block draws; undefined where a file has mistakes. */
function contentRows(project: Project, block: ScreenBlock, brand: Brand): object[] | undefined {
  const [type = "", ...path] = contentOfBlock(block)?.split(".") ?? [];
  const files = contentFilesOf(project, brand, type);
  if (files.some((file) => isUnresolvedFile(project, file))) return undefined;
  return files.flatMap((file) => {
    const rows = contentAt(file, path);
    return Array.isArray(rows) ? rows.filter(isObject) : [];
  });
}

/** Checks that one of some screens has the place that an address names after its `#`, in a brand. */
export function checkAnchor(
  project: Project,
  file: ReadFile,
  address: string,
  at: JsonPath,
  screens: Screen[],
  brand: Brand,
): void {
  const anchor = address.split("#")[1] ?? "";
  if (anchor === "" || screens.length === 0) return;
  const known = new Set<string>();
  for (const screen of screens) {
    const own = anchorsOn(project, screen, brand);
    if (!own || own.has(anchor)) return;
    for (const one of own) known.add(one);
  }
  known.delete(ofEveryPage);
  const values = {
    anchor,
    page: screens.length === 1 ? `La pantalla "${screens[0]!.id}"` : "Ninguna pantalla que muestra esto",
    brand: brand.id,
    has: known.size === 0 ? "no tiene ninguno" : `tiene ${[...known].map((one) => `#${one}`).join(", ")}`,
  };
  const suggestion = nearest(anchor, known);
  project.report.add(file, at, "unknown-anchor", values, { suggestion, within: `#${anchor}`, once: true });
}

/** Checks an address that is only `#…`: the pages are those that show the text of this file. */
export function checkAnchorOfFile(
  project: Project,
  file: ReadFile,
  address: string,
  at: JsonPath,
  brands: Brand[],
): void {
  const place = placeOf(file.path);
  for (const brand of brands) {
    const all = screensOf(project, brand);
    const own = all.filter(
      (screen) =>
        (place?.kind === "screen" && screen.file === file) ||
        (place?.kind === "flow" && flowsOn(screen).includes(place.id)),
    );
    checkAnchor(project, file, address, at, own.length > 0 ? own : all, brand);
  }
}
