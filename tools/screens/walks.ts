/** Flows of which each step is taken as it is left. */
import {
  decide,
  path as appraisal,
  proceed,
  rio,
  shown as arrived,
  tellOfCar,
  tellOfInspection,
  tellOfPerson,
  titles,
} from "../../tests/support/appraisal-form.ts";
import {
  drivers,
  path as booking,
  tellOfCar as tellOfCarToServe,
  tellOfMaintenance,
  tellOfPerson as tellOfDriver,
  tellOfTime,
  titles as bookingTitles,
} from "../../tests/support/booking-form.ts";
import type { BrandCode } from "../../tests/support/brands.ts";
import type { TestPage } from "../../tests/support/browser.ts";
import { somebody } from "../../tests/support/contact-form.ts";

/** The steps of the appraisal as they are left, in one brand of each country. */
const steps = {
  "appraisal-car": "Tasación: el auto",
  "appraisal-person": "Tasación: la persona",
  "appraisal-price": "Tasación: el precio",
  "appraisal-inspection": "Tasación: la inspección",
  "appraisal-summary": "Tasación: el resumen",
};
const sellers: Partial<
  Record<BrandCode, { mileage: string; region: string; place: [string, string, string] }>
> = {
  SI: {
    mileage: rio.mileage,
    region: "Metropolitana de Santiago",
    place: ["Metropolitana de Santiago", "Santiago", "Salazar Israel Bilbao"],
  },
  WI: {
    mileage: "30,001 kms. - 50,000 kms.",
    region: "Lima",
    place: ["Lima", "Lima", "Wigo Motors Surquillo"],
  },
};

/** The steps of the booking as they are left, in one brand of each country. */
const bookingSteps = {
  "booking-car": "Servicio técnico: el auto",
  "booking-maintenance": "Servicio técnico: la mantención",
  "booking-time": "Servicio técnico: la hora",
  "booking-contact": "Servicio técnico: la persona",
  "booking-payment": "Servicio técnico: el pago",
};
async function appraise(
  page: TestPage,
  brand: BrandCode,
  url: string,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const { mileage, region, place } = sellers[brand]!;
  await page.goto(url);
  await arrived(page, titles.car);
  await tellOfCar(page, { ...rio, mileage });
  if (brand === "SI") await decide(page);
  await take("appraisal-car");
  await proceed(page).click();
  await tellOfPerson(page, somebody(brand), region);
  await take("appraisal-person");
  await proceed(page).click();
  await arrived(page, titles.price);
  await take("appraisal-price");
  await proceed(page).click();
  await tellOfInspection(page, place);
  await take("appraisal-inspection");
  await proceed(page).click();
  await arrived(page, titles.summary);
  await take("appraisal-summary");
}

async function book(
  page: TestPage,
  brand: BrandCode,
  url: string,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const driver = drivers[brand as keyof typeof drivers];
  await page.goto(`${url}?serviceId=1`);
  await arrived(page, bookingTitles.car);
  await tellOfCarToServe(page, driver.plate, driver);
  await take("booking-car");
  await proceed(page).click();
  await tellOfMaintenance(page);
  await take("booking-maintenance");
  await proceed(page).click();
  await tellOfTime(page, driver);
  await take("booking-time");
  await proceed(page).click();
  await tellOfDriver(page, driver.document, `fotos.${brand.toLowerCase()}@correo.cl`);
  await take("booking-contact");
  await proceed(page).click();
  await arrived(page, bookingTitles.payment);
  await take("booking-payment");
}

/** The flows of a brand, with where they begin. */
export const walksOf = (brand: BrandCode) => [
  ...(sellers[brand] ? [{ path: appraisal, steps, walk: appraise }] : []),
  ...(brand in drivers ? [{ path: booking, steps: bookingSteps, walk: book }] : []),
];
