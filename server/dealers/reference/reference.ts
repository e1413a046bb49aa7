/** The reference data: read once at the start from one folder, which a dealer may replace. */
import { checkBooking, checkCustomers, type CompanyBooking, type CompanyCustomers } from "./booking.ts";
import { checkMarket, checkPlates } from "./used-cars.ts";
import { checkCatalogue, stockByCompany } from "./stock.ts";
import { areasOf, checkBranchOffices, checkHolidays, checkLists, checkVehicles } from "./consistency.ts";
import { stockStamp } from "./stock-stamp.ts";
import { checkFinancing, type Financing } from "./financing.ts";
import { fileReader } from "./files.ts";
import { ReferenceDataError, type ReferenceProblem } from "./problems.ts";
import type {
  CarPictures,
  CatalogueLists,
  UsedCarMarket,
  Chile,
  Company,
  Holiday,
  Peru,
  PlateRegister,
  Reference,
  StockCar,
  VehicleBrand,
  VehicleLists,
} from "./types.ts";

export { ReferenceDataError } from "./problems.ts";
export type { Reference } from "./types.ts";

/** Reads and checks the folder. Throws `ReferenceDataError` with all that is wrong, by file, line and column. `withoutStock` is for who makes it. */
export async function loadReference(folder: string, { withoutStock = false } = {}): Promise<Reference> {
  const problems: ReferenceProblem[] = [];
  const { read, readAll, readIfThere, readLines } = fileReader(folder, problems);
  const stamp = await stockStamp(folder);
  const [
    chile,
    peru,
    offices,
    lists,
    holidays,
    market,
    plates,
    vehicles,
    catalogue,
    pictures,
    financing,
    booking,
    customers,
    stock,
  ] = await Promise.all([
    read<Chile>("chile-regions-communes.json", "chile-regions-communes"),
    read<Peru>("peru-ubigeo-inei.json", "peru-ubigeo-inei"),
    read<{ companies: Company[] }>("branch-offices.json", "branch-offices"),
    read<VehicleLists>("vehicle-lists.json", "vehicle-lists"),
    read<{ countries: Record<string, Holiday[]> }>("public-holidays.json", "public-holidays"),
    read<UsedCarMarket>("used-cars.json", "used-cars"),
    read<{ countries: Record<string, PlateRegister> }>("plates.json", "plates"),
    readAll<VehicleBrand>("vehicles", "vehicle-brand"),
    readIfThere<CatalogueLists>("catalogue.json", "catalogue"),
    readIfThere<CarPictures>("car-pictures.json", "car-pictures"),
    readIfThere<Financing>("financing.json", "financing"),
    readIfThere<{ companies: CompanyBooking[] }>("booking.json", "booking"),
    readIfThere<{ companies: CompanyCustomers[] }>("customers.json", "customers"),
    withoutStock ? [] : readLines<StockCar>("stock", "stock-car"),
  ]);
  if (!chile || !peru || !offices || !lists || !holidays || !market || !plates || problems.length > 0) {
    throw new ReferenceDataError(folder, problems);
  }
  const brands = vehicles.map(({ data }) => data).toSorted((a, b) => a.name.localeCompare(b.name, "es"));
  checkLists(lists);
  checkHolidays(holidays);
  checkVehicles(vehicles, lists.data);
  const names = new Set(brands.map(({ name }) => name));
  const areas = areasOf(chile.data, peru.data);
  checkBranchOffices(offices, areas, names);
  checkMarket(market, brands, areas);
  checkPlates(plates, brands);
  if (catalogue) checkCatalogue(catalogue, lists.data, offices.data.companies);
  if (financing) checkFinancing(financing, { companies: offices.data.companies, vehicles: brands });
  else if (catalogue) problems.push({ file: "financing.json", says: "Falta este archivo." });
  const known = {
    companies: offices.data.companies,
    vehicles: brands,
    lists: lists.data,
    plates: plates.data.countries,
  };
  if (booking) checkBooking(booking, known);
  if (customers) checkCustomers(customers, known);
  const cars = await stockByCompany(stock, brands, offices.data.companies, catalogue?.data);
  if (problems.length > 0) throw new ReferenceDataError(folder, problems);
  return {
    companies: offices.data.companies,
    vehicles: brands,
    lists: lists.data,
    holidays: holidays.data.countries,
    chile: chile.data,
    peru: peru.data,
    market: market.data,
    plates: plates.data.countries,
    ...(catalogue ? { catalogue: catalogue.data } : {}),
    ...(pictures ? { carPictures: pictures.data } : {}),
    ...(financing ? { financing: financing.data } : {}),
    booking: booking?.data.companies ?? [],
    customers: customers?.data.companies ?? [],
    stock: cars,
    stockStamp: stamp,
  };
}
