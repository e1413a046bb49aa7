/** Times at which a branch office is open. */
export interface BranchHours {
  name: string;
  hours: string;
}

/** A branch office as its service describes it. Texts may be empty. */
export interface BranchOfficeRow {
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
  scheduleSale: BranchHours[];
  schedulePostSale: BranchHours[];
  telephone: string;
  telephonePostsale: string;
  whatsappNew: string;
  whatsappUsed: string;
}
