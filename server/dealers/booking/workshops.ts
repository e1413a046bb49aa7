/** The workshops of a company: where they are, what they do, for which makes, and who is there. */
import type { CompanyBooking, ServiceTemplate, Workshop, WorkshopPerson } from "../reference/booking.ts";
import type { BranchOffice, Reference, VehicleBrand } from "../reference/types.ts";

export interface WorkshopPlace {
  country: string;
  /** Code of its region or department. */
  region: string;
  city: string;
  office: BranchOffice;
  workshop: Workshop;
  company: CompanyBooking;
}

/** What is asked of a workshop; what is left out does not matter. */
export interface WorkshopQuestion {
  city?: string | undefined;
  /** Code of a make. */
  brandId?: string | undefined;
  /** Name of a make. */
  brand?: string | undefined;
  serviceId?: string | undefined;
}

export const bookingOf = (
  { booking }: Reference,
  companyId: number | undefined,
): CompanyBooking | undefined => booking.find((one) => one.companyId === companyId);

export const serviceOf = (
  company: CompanyBooking | undefined,
  serviceId: string | undefined,
): ServiceTemplate | undefined => company?.services.find((one) => one.serviceId === serviceId);

/** The services that a query means: the one that it names, or all that are no major ones. */
export const servicesAsked = (
  company: CompanyBooking | undefined,
  serviceId: string | undefined,
  hasAdditionalService: string | undefined,
): (ServiceTemplate | undefined)[] =>
  hasAdditionalService === "true"
    ? (company?.services ?? []).filter(({ isMajorService }) => !isMajorService)
    : [serviceOf(company, serviceId)];

/** All workshops of a company, in the order of its branch offices. */
export function placesOf(reference: Reference, companyId: number | undefined): WorkshopPlace[] {
  const company = bookingOf(reference, companyId);
  const offices = reference.companies.find((one) => one.companyId === companyId);
  if (!company || !offices) return [];
  return offices.cities.flatMap(({ city, region, branchOffices }) =>
    branchOffices.flatMap((office) => {
      const workshop = company.workshops.find((one) => one.office === office.uuid);
      return workshop ? [{ country: offices.country, region, city, office, workshop, company }] : [];
    }),
  );
}

export const does = ({ office, workshop }: WorkshopPlace, service: ServiceTemplate): boolean =>
  office.services.includes(service.office) && !(workshop.withoutServices ?? []).includes(service.serviceId);

/** The people who take cars of a make; all, where none is named. */
export const peopleFor = ({ workshop }: WorkshopPlace, make: string | undefined): WorkshopPerson[] =>
  workshop.people.filter(({ makes }) => make === undefined || !makes || makes.includes(make));

export const makeOf = ({ vehicles }: Reference, brandId: string | undefined): VehicleBrand | undefined =>
  vehicles.find(({ code }) => code === brandId);

/** The workshops that fit. A make or a service that nobody knows has none. */
export function workshopsFor(
  reference: Reference,
  companyId: number | undefined,
  asked: WorkshopQuestion,
): WorkshopPlace[] {
  const make =
    asked.brand ?? (asked.brandId === undefined ? undefined : makeOf(reference, asked.brandId)?.name);
  if (asked.brandId !== undefined && make === undefined) return [];
  const service = serviceOf(bookingOf(reference, companyId), asked.serviceId);
  if (asked.serviceId !== undefined && !service) return [];
  return placesOf(reference, companyId).filter(
    (place) =>
      (asked.city === undefined || place.city === asked.city) &&
      (make === undefined || place.office.postSaleBrands.includes(make)) &&
      (service === undefined || does(place, service)),
  );
}

/** The makes that workshops of a company serve with a service, by name. */
export function makesServed(
  reference: Reference,
  companyId: number | undefined,
  services: (ServiceTemplate | undefined)[],
): VehicleBrand[] {
  const names = new Set(
    placesOf(reference, companyId)
      .filter((place) => services.some((service) => service && does(place, service)))
      .flatMap(({ office }) => office.postSaleBrands),
  );
  return reference.vehicles.filter(({ name }) => names.has(name));
}
