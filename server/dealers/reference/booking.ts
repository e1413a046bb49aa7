/** The shapes of `booking.json` and `customers.json`: what the workshops of a company do, for what, who is there, and whose cars come. */
import { once } from "./consistency.ts";
import type { ReferenceFile } from "./files.ts";
import type { Path } from "./problems.ts";
import type { Company, PlateRegister, VehicleBrand, VehicleLists } from "./types.ts";

/** A service that can be booked; the names are those of the specification. */
export interface ServiceTemplate {
  /** Of digits. */
  serviceId: string;
  title: string;
  name: string;
  description: string;
  image?: string;
  /** Which service of a branch office does it. */
  office: string;
  /** How long it takes, where nothing says it better. */
  hours: number;
  activateSchedulingInQuiter: boolean;
  isMajorService: boolean;
  needsMaintenance: boolean;
  askVersion: boolean;
  hidesAdviser: boolean;
  /** `monday` to `sunday`; all days where it has none. */
  availableDays?: string[];
  initialYear: number;
  finalYear: number;
  /** Percent. */
  onlineDiscount: number;
  formInputs: {
    description: { disabled: boolean; required: boolean; errorMessage: string; showGuidelinesLabel?: string };
  };
  contactStepMessage?: string;
  finishFlowButtonMessage?: string;
  activateAdditionalServices: boolean;
  additionalServicesMessage?: string;
  additionalServices: AdditionalService[];
}

export interface AdditionalService {
  label: string;
  description?: string;
  /** List price. */
  value: number;
  /** Price on the web. */
  alternativeValue: number;
}

/** An adviser who receives cars, or an operator who repairs them. */
export interface WorkshopPerson {
  /** One person's alone, among all companies. */
  id: string;
  name: string;
  /** Cars at once. */
  capacity: number;
  /** `13:00 a 14:00`. */
  pause?: string;
  /** Names of the only makes that this person takes, where there are such. */
  makes?: string[];
}

export interface Workshop {
  /** Uuid of its branch office, which says where it is, when it is open and for which makes. */
  office: string;
  people: WorkshopPerson[];
  /** Ids of services that it does not do, though its office would. */
  withoutServices?: string[];
}

export interface Maintenance {
  mileage: number;
  hours: number;
  price: number;
}

/** What the maintenances of makes cost; the cycle begins anew after its last mileage. */
export interface MaintenancePlan {
  makes: string[];
  cycle: Maintenance[];
  /** What the price is multiplied with, by slug of a category. */
  factors: Record<string, number>;
}

/** For all makes and categories where it names none. */
export interface PostSaleService {
  name: string;
  description: string;
  listPrice: number;
  webPrice: number;
  makes?: string[];
  categories?: string[];
}

export interface CompanyBooking {
  companyId: number;
  /** Whom people choose: who receives the car, or who repairs it, for as long as that takes. */
  people: "advisers" | "operators";
  slotMinutes: number;
  /** From tomorrow on. */
  daysAhead: number;
  services: ServiceTemplate[];
  workshops: Workshop[];
  maintenancePlans: MaintenancePlan[];
  postSaleServices: PostSaleService[];
}

export interface Customer {
  /** `12345678-5`, or a DNI. */
  document: string;
  name: string;
  lastName: string;
  phone: string;
  email: string;
  cars: { plate: string; vin?: string }[];
}

export interface CompanyCustomers {
  companyId: number;
  customers: Customer[];
}

interface Known {
  companies: Company[];
  vehicles: VehicleBrand[];
  lists: VehicleLists;
  plates: Record<string, PlateRegister>;
}

/** Workshops are those of branch offices that there are; services, makes and categories too. */
export function checkBooking(file: ReferenceFile<{ companies: CompanyBooking[] }>, known: Known): void {
  const makes = new Set(known.vehicles.map(({ name }) => name));
  const categories = new Set(known.lists.categories.map(({ slug }) => slug));
  const named = (names: Set<string>, given: string[] | undefined, path: Path): void =>
    given?.forEach((name, at) => {
      if (!names.has(name)) file.refuse([...path, at], `"${name}" no se conoce.`);
    });
  const [companyId, personId] = [once("La empresa"), once("La persona")];
  file.data.companies.forEach((one, at) => {
    const path: Path = ["companies", at];
    companyId(one.companyId, [...path, "companyId"], file);
    const company = known.companies.find((each) => each.companyId === one.companyId);
    if (!company) return file.refuse([...path, "companyId"], "No hay sucursales de esa empresa.");
    const offices = new Set(
      company.cities.flatMap(({ branchOffices }) => branchOffices.map(({ uuid }) => uuid)),
    );
    const services = new Set(one.services.map(({ serviceId }) => serviceId));
    const [serviceId, office] = [once("El servicio"), once("El taller")];
    one.services.forEach((service, which) => {
      const here: Path = [...path, "services", which];
      serviceId(service.serviceId, [...here, "serviceId"], file);
      named(new Set(company.services), [service.office], here);
      if (service.finalYear < service.initialYear) {
        file.refuse([...here, "finalYear"], "El último año es anterior al primero.");
      }
    });
    one.workshops.forEach((shop, which) => {
      const here: Path = [...path, "workshops", which];
      office(shop.office, [...here, "office"], file);
      named(offices, [shop.office], here);
      named(services, shop.withoutServices, [...here, "withoutServices"]);
      shop.people.forEach((person, who) => {
        personId(person.id, [...here, "people", who, "id"], file);
        named(makes, person.makes, [...here, "people", who, "makes"]);
      });
    });
    one.maintenancePlans.forEach((plan, which) => {
      const here: Path = [...path, "maintenancePlans", which];
      named(makes, plan.makes, [...here, "makes"]);
      named(categories, Object.keys(plan.factors), [...here, "factors"]);
      plan.cycle.forEach(({ mileage }, step) => {
        if (mileage <= (plan.cycle[step - 1]?.mileage ?? 0)) {
          file.refuse([...here, "cycle", step], "Los kilometrajes van de menor a mayor.");
        }
      });
    });
    one.postSaleServices.forEach((service, which) => {
      const here: Path = [...path, "postSaleServices", which];
      named(makes, service.makes, [...here, "makes"]);
      named(categories, service.categories, [...here, "categories"]);
    });
  });
}

/** Customers have cars of the register, each somebody's once. */
export function checkCustomers(file: ReferenceFile<{ companies: CompanyCustomers[] }>, known: Known): void {
  const companyId = once("La empresa");
  file.data.companies.forEach((one, at) => {
    const path: Path = ["companies", at];
    companyId(one.companyId, [...path, "companyId"], file);
    const company = known.companies.find((each) => each.companyId === one.companyId);
    if (!company) return file.refuse([...path, "companyId"], "No hay sucursales de esa empresa.");
    const register = known.plates[company.country]?.cars ?? [];
    const plates = new Set(register.map(({ plate }) => plate));
    const [document, plate] = [once("El documento"), once("La patente o placa")];
    one.customers.forEach((customer, which) => {
      const here: Path = [...path, "customers", which];
      document(customer.document, [...here, "document"], file);
      customer.cars.forEach((car, index) => {
        const there: Path = [...here, "cars", index, "plate"];
        plate(car.plate, there, file);
        if (!plates.has(car.plate)) file.refuse(there, `"${car.plate}" no está en plates.json.`);
      });
    });
  });
}
