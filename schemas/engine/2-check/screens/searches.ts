import type { Project, Screen } from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { checkTotal, misfitOfRows, partOf } from "./query-parts.ts";

/** Checks a search: that its options and their number are in what its query gives, and that the other page reads what is chosen. */
export function checkSearch(project: Project, screen: Screen, index: number): void {
  const { report } = project;
  const { file } = screen;
  const block = (screen.value.blocks ?? [])[index] ?? {};
  const at = ["blocks", index];
  const data = block.data ?? "";
  const known = Object.keys(screen.value.data ?? {});
  if (!known.includes(data)) {
    const values = { where: `La pantalla "${screen.id}"`, data };
    return report.add(file, [...at, "data"], "unknown-data", values, { suggestion: nearest(data, known) });
  }
  checkTotal(project, screen, block.total && `${data}.${block.total}`, [...at, "total"]);
  const results = [...project.screens.values()].find(({ value }) => value.route === block.action?.to);
  const read = new Set(
    (results?.value.blocks ?? []).flatMap(({ answers }) =>
      Object.values(answers ?? {}).map((one) => one?.from),
    ),
  );
  const own = (block.choices ?? []).map(({ from }) => from);
  for (const [place, { from, rows, under }] of (block.choices ?? []).entries()) {
    const here = [...at, "choices", place];
    const found = partOf(project, screen, data, (rows ?? "").split("."));
    const why = typeof found === "object" ? misfitOfRows(found) : "no está en lo que da";
    if (why !== undefined) {
      report.add(file, [...here, "rows"], "unfit-page-data", { data, rows: String(rows), why });
    }
    if (from !== undefined && results && !read.has(from)) {
      const suggestion = nearest(
        from,
        [...read].filter((one) => one !== undefined),
      );
      report.add(file, [...here, "from"], "unknown-address-parameter", { name: from }, { suggestion });
    }
    if (under !== undefined && !own.includes(under)) {
      const suggestion = nearest(
        under,
        own.filter((one) => one !== undefined),
      );
      report.add(file, [...here, "under"], "unknown-address-parameter", { name: under }, { suggestion });
    }
  }
}
