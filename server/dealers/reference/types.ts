/** The shapes of the reference files; `schemas/` says the same of what a file may hold. */

export interface Hours {
  name: string;
  /** `09:00 a 18:30`. */
  hours: string;
}

/** Texts are empty where a branch office has none of it. */
export interface BranchOffice {
  uuid: string;
  name: string;
  address: string;
  commune: string;
  latitude: number;
  longitude: number;
  centerCode: string;
  /** Of the new cars that are sold there, by name. */
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

export interface City {
  city: string;
  /** Code of its region or department. */
  region: string;
  branchOffices: BranchOffice[];
}

export interface Company {
  companyId: number;
  /** E.g. `CL`. */
  country: string;
  /** In the order in which the site offers them; the place is the id, beginning at 1. */
  services: string[];
  cities: City[];
}

export interface VehicleVersion {
  /** One version's alone, among all brands. */
  code: string;
  name: string;
  /** Slugs of `VehicleLists`. */
  fuel: string;
  transmission: string;
  traction: string;
  /** Cubic centimetres; electric ones have none. */
  displacement?: number;
  /** First and last model year by country. */
  years: Record<string, [first: number, last: number]>;
  /** List price of the last model year by currency. */
  prices: Record<string, number>;
}

export interface VehicleModel {
  code: string;
  name: string;
  slug: string;
  /** Slug of `VehicleLists`. */
  category: string;
  doors: number;
  seats: number;
  versions: VehicleVersion[];
}

export interface VehicleBrand {
  code: string;
  name: string;
  slug: string;
  models: VehicleModel[];
}

export interface ListItem {
  id: number;
  value: string;
  slug: string;
}

/** Kilometres, both ends included. */
export interface MileageRange {
  id: number;
  minRange: number;
  maxRange: number;
}

export interface VehicleLists {
  categories: ListItem[];
  fuels: ListItem[];
  transmissions: ListItem[];
  tractions: ListItem[];
  colours: ListItem[];
  mileageRanges: MileageRange[];
}

export interface Holiday {
  /** `yyyy-mm-dd`. */
  date: string;
  name: string;
}

export type Coded = [code: string, name: string];

export interface Chile {
  regions: { code: string; name: string; shortName: string; communes: Coded[] }[];
}

export interface Peru {
  departments: {
    code: string;
    name: string;
    provinces: { code: string; name: string; districts: Coded[] }[];
  }[];
}

/** Who values used cars. */
export interface AppraisalCompany {
  code: string;
  /** The oldest model year that it values. */
  firstYear: number;
  /** Codes. */
  withoutBrands: string[];
  withoutVersions: string[];
  /** What it pays of the price that all reckon with. */
  factor: number;
}

/** The market of used cars. */
export interface UsedCarMarket {
  companies: AppraisalCompany[];
  /** Codes of versions whose price is null, or 0. */
  withoutPrice: { null: string[]; zero: string[] };
  /** By country; `regions` by code, where another one holds. */
  timeZones: Record<string, { main: string; regions: Record<string, string> }>;
}

export interface RegisteredCar {
  plate: string;
  year: number;
  brandCode: string;
  modelCode: string;
}

/** Of one country. The register gives no answer about plates in `fails`. */
export interface PlateRegister {
  cars: RegisteredCar[];
  fails: string[];
}

/** All of the reference data. Nobody changes it. */
export interface Reference {
  companies: Company[];
  /** By name. */
  vehicles: VehicleBrand[];
  lists: VehicleLists;
  /** By country, in order. */
  holidays: Record<string, Holiday[]>;
  chile: Chile;
  peru: Peru;
  market: UsedCarMarket;
  /** By country. */
  plates: Record<string, PlateRegister>;
}
