import { readSources, type Sources } from "../../schemas/engine/all.ts";
import { placeOf } from "../../schemas/engine/2-check/project/file-kinds.ts";
import { edit } from "../../schemas/engine/edit.ts";

const grammar = "schemas/language/definitions.schema.json";
const at = ["definitions", "field", "properties", "kind", "examples"];

/** The grammar of fields with the kinds that there are now, for editors to offer; nothing where it has them already. */
export function offerKinds(sources: Sources): Sources {
  const { files } = readSources(sources);
  const kinds = Object.keys(sources)
    .flatMap((path) => {
      const place = placeOf(path);
      return place?.kind === "kind" ? place.id : [];
    })
    .toSorted();
  const text = sources[grammar];
  if (text === undefined || files[grammar]?.value === undefined) return {};
  const made = edit(text, [{ at, value: kinds }]);
  return JSON.stringify(JSON.parse(made)) === JSON.stringify(JSON.parse(text)) ? {} : { [grammar]: made };
}
