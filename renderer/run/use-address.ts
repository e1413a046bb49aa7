import { useMemo } from "react";
import { fillWords, plainWords, type Words } from "../../schemas/engine/evaluate.ts";
import { placeholdersIn, useAllFilled } from "./filled-words.ts";

/** An address with what its placeholders read, encoded; as it is where it stands alone. None where something is not there. */
export function useAddress(address: Words): string | undefined {
  const names = useMemo(
    () =>
      placeholdersIn(address).map((one): Words => [
        { var: one.name, ...(one.format ? { format: one.format } : {}) },
      ]),
    [address],
  );
  const texts = useAllFilled(names).map((one) => plainWords(one ?? ""));
  if (typeof address === "string") return address;
  if (texts.includes("")) return undefined;
  const [first] = texts;
  if (address.length === 1 && names.length === 1) return first;
  let read = 0;
  return plainWords(fillWords(address, () => encodeURIComponent(texts[read++]!)));
}
