/** Times at which a branch office is open. */
export interface Hours {
  name: string;
  hours: string;
}

/** A branch office as its service describes it. Texts may be empty. */
export interface BranchOffice {
  uuid: string;
  name: string;
  address: string;
  commune: string;
  /** Degrees. */
  latitude: number;
  longitude: number;
  centerCode: string;
  brands: string[];
  postSaleBrands: string[];
  services: string[];
  scheduleSale: Hours[];
  schedulePostSale: Hours[];
  telephone: string;
  telephonePostsale: string;
  whatsappNew: string;
  whatsappUsed: string;
}

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
