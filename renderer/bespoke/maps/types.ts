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
  onSelect(id: string): void;
}
