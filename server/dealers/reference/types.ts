/** The shapes of the reference files; `schemas/` says the same of what a file may hold. */
import type { CompanyBooking, CompanyCustomers } from "./booking.ts";
import type { Financing } from "./financing.ts";

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

/** Kinds of filter whose values come from others in their own words. */
export type SourceFilter = "color" | "traction" | "transmission";

export interface Campaign {
  tagId: number;
  slug: string;
  campaign: string;
  label: string;
  color: string;
  textColor: string;
  iconTag: string;
  /** Pages: `Catalogo`, `Certificados`, `PDP`. */
  enabledOldPrice: string[];
  enabledDiscountTag: string[];
  enabledDuesPrice: string[];
}

/** What cars for sale are described with. */
export interface CatalogueLists {
  /** By country. */
  taxes: Record<string, number>;
  /** The folder of a model's pictures in a colour: `{model}` and `{colour}` are slugs. */
  pictures: string;
  /** The picture of a make: `{make}` is its slug. */
  logos?: string;
  warranties: Record<"new" | "used" | "certified", { title: string; items: string[] }>;
  /** `<make>-<model>` whose pictures stand for a model without, by category, where its make has none of it. */
  standInPictures: Record<string, string>;
  /** By slug of `VehicleLists.colours`. */
  colours: Record<string, { swatch: string; names: string[] }>;
  /** Values of the source that mean the same, by slug of `VehicleLists`. */
  sourceValues: Record<SourceFilter, Record<string, string[]>>;
  /** Names of merged options, where they are not those of `VehicleLists`. */
  mergedNames: Partial<Record<SourceFilter, Record<string, string>>>;
  /** Values of the source that are no option. */
  without: Partial<Record<SourceFilter, string[]>>;
  /** Steps of ranges, by currency for prices; the last one means more than the one before. */
  ends: { price: Record<string, number[]>; mileage: number[] };
  campaigns: Campaign[];
  equipment: { name: string; items: { name: string; level: number }[] }[];
  /** Millimetres and litres, by category. */
  dimensions: Record<string, { length: number; width: number; height: number; trunk: number }>;
  inspection: { name: string; points: string[] }[];
}

export type BonusName =
  | "brandBonusSP"
  | "dealerBonusSP"
  | "dealerBonusCC"
  | "financingBrandBonusCC"
  | "financingBonusCC"
  | "dealerBonusSC"
  | "financingBonusSC"
  | "financingBrandBonusSC";

export interface StockPrice {
  currency: string;
  listPrice: number;
  priceOld?: number;
  /** Parts of the bonuses, which the other prices are made of. */
  bonuses?: Partial<Record<BonusName, number>>;
}

/** Which pictures there are of cars. */
export interface CarPictures {
  /** The gallery's angles, in its order: degrees around the car from its front, in three digits. */
  gallery: string[];
  /** By `<make>-<model>`. */
  models: Record<
    string,
    {
      /** Other pictures have another one. */
      version: string;
      /** By slug, the first is to be shown unless another is asked for; by angle, the widths in pixels. */
      colours: Record<string, { angles: Record<string, number[]> }>;
    }
  >;
}

/** A car for sale: a used one, or a version that is sold new. */
export interface StockCar {
  /** One car's alone, among all companies. */
  id: number;
  type: "new" | "used";
  /** Code of `VehicleVersion`. */
  version: string;
  year: number;
  /** `yyyy-mm-dd`. */
  added: string;
  isNewlyArrived?: boolean;
  /** As the source names them. */
  colours: string[];
  traction: string;
  transmission: string;
  /** The first is the main one. */
  prices: StockPrice[];
  /** Ids of the branch offices where it is. */
  offices: string[];
  units: number;
  /** How many there are of each colour, as the source names it; left out, they are spread over the colours. */
  unitsByColour?: Record<string, number>;
  /** Slugs of campaigns. */
  tags: string[];
  discountUsedCar?: number;
  /** In how many fees it is advertised. */
  dues?: number;
  plate?: string;
  mileage?: number;
  owners?: number;
  keys?: number;
  chassis?: string;
  isCertified?: boolean;
  /** What is not like new. */
  inspection?: { date: string; findings: { point: string; note: string }[] };
  /** Of the special sale. */
  dps?: { units: number; discount: number; offices: string[] };
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
  /** Undefined where the dealers of this data have no catalogue. */
  catalogue?: CatalogueLists;
  /** Undefined where there is no catalogue. */
  financing?: Financing;
  /** Of companies whose workshops can be booked. */
  booking: CompanyBooking[];
  customers: CompanyCustomers[];
  carPictures?: CarPictures;
  /** By company. */
  stock: Map<number, StockCar[]>;
  /** Of the stock's files, before they were read: `stockStamp`. */
  stockStamp: string;
}
