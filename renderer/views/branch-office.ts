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
