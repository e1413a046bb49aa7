/** Flows of which each step is taken as it is left. */
import {
  choose,
  decide,
  field,
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
  path as booking,
  tellOfPerson as tellOfDriver,
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
const drivers: Partial<
  Record<
    BrandCode,
    { make: string; model: string; plate: string; city: string; branch: string; document: string }
  >
> = {
  SI: {
    make: "Chevrolet",
    model: "Onix",
    plate: "BBBB12",
    city: "Santiago",
    branch: "Salazar Israel Bilbao",
    document: "12345678-5",
  },
  WI: {
    make: "Hyundai",
    model: "Tucson",
    plate: "ABC123",
    city: "Lima",
    branch: "Wigo Motors Surquillo",
    document: "45678912",
  },
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
  const { make, model, plate, city, branch, document } = drivers[brand]!;
  await page.goto(`${url}?serviceId=1`);
  await arrived(page, bookingTitles.car);
  await page.locator('[name="vehicle.search"][value="plate"]').check();
  await field(page, "vehicle.car.plate").fill(plate);
  await choose(page, "vehicle.car.brand", make);
  await choose(page, "vehicle.car.model", model);
  await choose(page, "vehicle.car.year", "2020");
  await field(page, "vehicle.car.mileage").fill("52000");
  await take("booking-car");
  await proceed(page).click();
  await arrived(page, bookingTitles.maintenance);
  await page.locator('[name="maintenance.priced"][value="50000"]').check();
  await take("booking-maintenance");
  await proceed(page).click();
  await arrived(page, bookingTitles.time);
  await choose(page, "appointment.city", city);
  await choose(page, "appointment.branch", branch);
  await page.locator('[name="appointment.date"]:not([aria-disabled=true])').first().click();
  await page.locator('[name="appointment.time"]').first().check();
  await take("booking-time");
  await proceed(page).click();
  await tellOfDriver(page, document, `fotos.${brand.toLowerCase()}@correo.cl`);
  await take("booking-contact");
  await proceed(page).click();
  await arrived(page, bookingTitles.payment);
  await take("booking-payment");
}

/** The flows of a brand, with where they begin. */
export const walksOf = (brand: BrandCode) => [
  ...(sellers[brand] ? [{ path: appraisal, steps, walk: appraise }] : []),
  ...(drivers[brand] ? [{ path: booking, steps: bookingSteps, walk: book }] : []),
];
