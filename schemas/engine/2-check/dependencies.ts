import type { At } from "../1-read/locate.ts";
import type { Flow, Project } from "./project.ts";

/** What must be known before something can be: fields by path, steps as `paso x`, queries as `consulta x`. */
export interface Edge {
  to: string;
  /** The place in the flow's file that makes it depend; a field on its step has none. */
  at?: At;
}

export type Dependencies = Map<string, Edge[]>;

export function depend(dependencies: Dependencies, from: string, edge: Edge): void {
  dependencies.set(from, [...(dependencies.get(from) ?? []), edge]);
}

/** Finds rules that depend on each other in a circle. Each circle is told once, at the place that closes it. */
export function checkCycles(project: Project, flow: Flow, dependencies: Dependencies): void {
  const done = new Set<string>();
  const told = new Set<string>();
  const path: { node: string; at?: At }[] = [];

  const visit = (node: string): void => {
    for (const edge of dependencies.get(node) ?? []) {
      const start = path.findIndex((one) => one.node === edge.to);
      if (start === -1) {
        if (done.has(edge.to)) continue;
        path.push({ node: edge.to, ...(edge.at ? { at: edge.at } : {}) });
        visit(edge.to);
        path.pop();
        continue;
      }
      const loop = path.slice(start);
      if (loop.some((one) => told.has(one.node))) continue;
      for (const one of loop) told.add(one.node);
      const at = edge.at ?? loop.toReversed().find((one) => one.at)?.at;
      const names = [...loop.map((one) => one.node), edge.to].join(" → ");
      if (at) project.report.add(flow.file, at, "cycle", { path: names });
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
