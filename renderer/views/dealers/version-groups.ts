import type { CarVersion } from "./car.ts";

/** What is compared of all versions: what each says, whether it is there, or nothing where nobody knows. */
export interface VersionLine {
  name: string;
  texts: (string | boolean | undefined)[];
  differs: boolean;
}

export interface VersionGroup {
  name: string;
  lines: VersionLine[];
}

const lineOf = (name: string, texts: VersionLine["texts"]): VersionLine => ({
  name,
  texts,
  differs: new Set(texts).size > 1,
});

const unique = (names: string[]): string[] => [...new Set(names)];

/** Versions line by line: what they are like by name, then what equips them by group. */
export function versionGroups(versions: CarVersion[], characteristics: string): VersionGroup[] {
  const facts = unique(
    versions.flatMap((version) => (version.characteristics ?? []).map(({ name }) => name)),
  );
  const groups = unique(versions.flatMap(({ newEquipment = [] }) => newEquipment.map(({ name }) => name)));
  const described = facts.map((name) =>
    lineOf(
      name,
      versions.map((version) => version.characteristics?.find((one) => one.name === name)?.label),
    ),
  );
  const equipped = groups.map((group) => {
    const items = versions.map(
      ({ newEquipment }) => newEquipment && (newEquipment.find(({ name }) => name === group)?.items ?? []),
    );
    const lines = unique(items.flatMap((one) => one ?? [])).map((item) =>
      lineOf(
        item,
        items.map((one) => one?.includes(item)),
      ),
    );
    return { name: group, lines };
  });
  return [{ name: characteristics, lines: described }, ...equipped].filter(({ lines }) => lines.length > 0);
}
