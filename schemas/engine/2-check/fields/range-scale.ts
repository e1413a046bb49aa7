import { typeOf, widgetsOf } from "../project/presets.ts";
import type { Field, Project } from "../project/project.ts";
import { isObject } from "../report/values.ts";

/** As many places as somebody can slide to. */
const mostPlaces = 500;

/** Checks a group that is drawn as a range: two numbers, and a scale that grows. */
export function checkScale(project: Project, field: Field): void {
  const { file, path, value, at } = field;
  const { range } = value;
  const isDrawn = widgetsOf(project, field).includes("range");
  const tell = (why: string, key: string): void =>
    project.report.add(file, key in value ? [...at, key] : at, "unfit-range", { path, why }, { part: "key" });
  if (range === undefined) {
    const ends = (["below", "above"] as const).find((key) => value[key] !== undefined);
    if (isDrawn) tell('no dice su escala, "range"', "kind");
    else if (ends) tell(`"${ends}" dice dónde termina una escala, y no tiene "range"`, ends);
    return;
  }
  if (!isDrawn) return tell('no se dibuja con el widget "range"', "range");
  const fields = isObject(value.fields) ? Object.values(value.fields) : [];
  const isNumber = (one: unknown): boolean => {
    const type = isObject(one) ? typeOf(project, { value: one, at: [] }) : undefined;
    return type === "number" || type === "money";
  };
  if (value.use === undefined && (fields.length !== 2 || !fields.every(isNumber))) {
    return tell("necesita dos preguntas, y que sean números", "fields");
  }
  let [end, places] = [range.start, 0];
  for (const { by, until } of range.steps ?? []) {
    if (end === undefined || by === undefined || until === undefined) return;
    if (until <= end) return tell(`un tramo va hasta ${until}, y ya iba en ${end}`, "range");
    places += (until - end) / by;
    end = until;
  }
  if (places > mostPlaces) tell(`tiene más de ${mostPlaces} lugares`, "range");
}
