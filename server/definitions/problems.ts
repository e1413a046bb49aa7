/** What cannot be checked, and what passes the check and cannot be compiled: our own mistake, told where its definition is. */
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

/** Whether it is one of these. */
export const isOurMistake = ({ code }: Diagnostic): boolean => /-not-(checked|compiled)$/.test(code);

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A flow that the check throws at. */
export function flowNotChecked(file: ReadFile, error: unknown): Diagnostic {
  const message = `El flujo no se puede revisar: sigue vigente lo último que se publicó. (${said(error)})`;
  return problemAt(file, "flow", "flow-not-checked", message);
}

/** Files that the check throws at elsewhere. Which one it is cannot be said: it is told at the first brand's. */
export function filesNotChecked(files: Files, error: unknown): Diagnostic {
  const paths = Object.keys(files).toSorted();
  const path = paths.find((one) => /^brands\/[^/]+\/brand\.json$/.test(one)) ?? paths[0]!;
  const message = `Las definiciones no se pueden revisar: sigue vigente lo último que se publicó. (${said(error)})`;
  return problemAt(files[path]!, "brand", "files-not-checked", message);
}

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
