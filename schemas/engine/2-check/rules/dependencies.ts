import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { DiagnosticCode } from "../../diagnostics/messages.ts";
import type { Project } from "../project/project.ts";

/**
 * What must be known before something can be: fields by path, all that a group or list holds as `path.*`, steps as
 * `paso x`, queries as `consulta x`.
 */
export interface Edge {
  to: string;
  /** The place that makes it depend; a field on its step has none. */
  at?: JsonPath;
  file?: ReadFile;
}

export type Dependencies = Map<string, Edge[]>;

export function depend(dependencies: Dependencies, from: string, edge: Edge): void {
  dependencies.set(from, [...(dependencies.get(from) ?? []), edge]);
}

/** Finds rules that depend on each other in a circle. Each circle is told once, at the place that closes it. */
export function checkCycles(
  project: Project,
  whole: ReadFile,
  dependencies: Dependencies,
  code: DiagnosticCode = "cycle",
): void {
  const done = new Set<string>();
  const told = new Set<string>();
  const path: (Omit<Edge, "to"> & { node: string })[] = [];

  const visit = (node: string): void => {
    for (const edge of dependencies.get(node) ?? []) {
      const start = path.findIndex((one) => one.node === edge.to);
      if (start === -1) {
        if (done.has(edge.to)) continue;
        const { to, ...place } = edge;
        path.push({ node: to, ...place });
        visit(edge.to);
        path.pop();
        continue;
      }
      const loop = path.slice(start);
      if (loop.some((one) => told.has(one.node))) continue;
      for (const one of loop) told.add(one.node);
      const { at, file = whole } = edge.at ? edge : (loop.toReversed().find((one) => one.at) ?? edge);
      const names = [...loop.map((one) => one.node), edge.to].join(" → ");
      if (at) project.report.add(file, at, code, { path: names });
    }
    done.add(node);
  };

  for (const node of dependencies.keys()) {
    if (done.has(node)) continue;
    path.push({ node });
    visit(node);
    path.pop();
  }
}
