import { readSources, type Sources } from "../../schemas/engine/all.ts";
import { placeOf } from "../../schemas/engine/2-check/project/file-kinds.ts";
import { edit } from "../../schemas/engine/edit.ts";

const grammars = ["schemas/language/flow.schema.json", "schemas/language/fragment.schema.json"];
const at = ["definitions", "field", "properties", "kind", "examples"];

/** The grammars with the kinds that there are now, for editors to offer; none that has them already. */
export function offerKinds(sources: Sources): Sources {
  const { files } = readSources(sources);
  const kinds = Object.keys(sources)
    .flatMap((path) => {
      const place = placeOf(path);
      return place?.kind === "kind" ? place.id : [];
    })
    .toSorted();
  const changed: Sources = {};
  for (const grammar of grammars) {
    const text = sources[grammar];
    if (text === undefined || files[grammar]?.value === undefined) continue;
    const made = edit(text, [{ at, value: kinds }]);
    if (JSON.stringify(JSON.parse(made)) !== JSON.stringify(JSON.parse(text))) changed[grammar] = made;
  }
  return changed;
}
