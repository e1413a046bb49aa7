/** What passes the check and cannot be compiled all the same: our own mistake, told where its definition is. */
import { writtenId, type Diagnostic, type ReadFile } from "../../schemas/engine/all.ts";

type Files = Record<string, ReadFile>;

function problemAt(file: ReadFile, key: string, code: string, message: string): Diagnostic {
  return {
    code,
    severity: "error",
    file: file.path,
    ...file.locate([key], "value"),
    message,
    fix: "deshaz el último cambio de este archivo o de lo que usa, y avisa a quien mantiene Vitrina: el chequeo debió decirlo.",
  };
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A flow that cannot be compiled for a brand. */
export function flowNotCompiled(files: Files, brand: string, flow: string, error: unknown): Diagnostic {
  const id = writtenId(flow);
  const file = Object.values(files).find(
    ({ path, value }) =>
      /^schemas\/flows\/[^/]+\/flow\.json$/.test(path) && (value as { flow?: unknown }).flow === id,
  )!;
  const message = `El flujo "${id}" no se puede publicar para la marca "${brand}": sigue vigente el último que se pudo. (${said(error)})`;
  return problemAt(file, "flow", "flow-not-compiled", message);
}

/** What a brand is made of beside its flows. */
export function brandNotCompiled(files: Files, brand: string, error: unknown): Diagnostic {
  const message = `La marca "${brand}" no se puede publicar: sigue vigente lo último que se pudo. (${said(error)})`;
  return problemAt(files[`brands/${brand}/brand.json`]!, "brand", "brand-not-compiled", message);
}
