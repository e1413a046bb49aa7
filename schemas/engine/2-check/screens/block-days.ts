/** What a block says for itself that its grammar cannot see: its days, and the cells of a table. */
import { itemsOf } from "../../1-read/block-parts.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import { checkDays } from "../content/days.ts";
import type { Project, Screen, ScreenBlock } from "../project/project.ts";
import { asList, asObject } from "../report/values.ts";

export function checkBlockDays(project: Project, { file }: Screen, block: ScreenBlock, at: JsonPath): void {
  for (const { at: place, holder } of [{ at: [], holder: block }, ...itemsOf(block)]) {
    checkDays(project, file, asObject(holder), [...at, ...place]);
  }
}

/** Each row of a table has a cell for each column: what is over stands under none. `at` is the place of the rows. */
export function checkCells(
  { report }: Project,
  file: ReadFile,
  block: ScreenBlock,
  rows: unknown,
  at: JsonPath,
): void {
  const { columns } = asObject(block);
  if (block.block !== "table" || !Array.isArray(columns)) return;
  for (const [index, row] of asList(rows).entries()) {
    const { cells } = asObject(row);
    if (!Array.isArray(cells) || cells.length === columns.length) continue;
    const limit = `la fila lleva ${cells.length} celdas, y la tabla tiene ${columns.length} columnas`;
    report.add(file, [...at, index, "cells"], "value-out-of-range", { limit });
  }
}
