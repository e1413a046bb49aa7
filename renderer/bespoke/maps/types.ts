/** Something that has a place on a map. */
export interface Place {
  id: string;
  name: string;
  /** A short name, to stand on the map. */
  label: string;
  /** Degrees. */
  latitude: number;
  longitude: number;
}

export interface MapProps {
  places: Place[];
  /** Id of the one that is chosen. */
  selected: string | undefined;
  /** What marks that stand together say: how many, and the name of the first. */
  groupLabel(count: number, name: string): string;
  onSelect(id: string): void;
}
