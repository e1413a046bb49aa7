/** Flows of which each step is taken as it is left. */
import {
  choose,
  decide,
  dialog,
  field,
  offered,
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

/** The steps of the booking as they are left, in one brand of each country: paid, asked about, and without an hour. */
const bookingSteps = {
  "booking-service": "Servicio técnico: el servicio",
  "booking-car": "Servicio técnico: el auto",
  "booking-maintenance": "Servicio técnico: la mantención",
  "booking-time": "Servicio técnico: la hora",
  "booking-contact": "Servicio técnico: la persona",
  "booking-payment": "Servicio técnico: el pago",
  "booking-rejected": "Servicio técnico: el pago rechazado",
  "booking-summary": "Servicio técnico: la cita confirmada y pagada",
  "booking-warning": "Servicio técnico: el auto ya tiene una hora",
  "booking-specific": "Servicio técnico: los servicios específicos",
  "booking-requested": "Servicio técnico: la solicitud recibida",
};
const bookers: ReadonlySet<BrandCode> = new Set(["SI", "WI"]);
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
  const email = `fotos.${brand.toLowerCase()}@correo.cl`;
  const begin = async (service: string, plate: string): Promise<void> => {
    await page.goto(`${url}?serviceId=${service}`);
    await arrived(page, bookingTitles.car);
    await tellOfCarToServe(page, plate, driver);
  };
  // Each device takes another car: of the earlier one's appointment it would be asked.
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  const plates = brand === "WI" ? ["ABC123", "ABC124", "ABC125"] : ["BBBB12", "BBBB13", "BBBB14"];
  const other = brand === "WI" ? ["ABD123", "ABD124", "ABD125"] : ["CCCC12", "CCCC13", "CCCC14"];
  const [paid = "", specific = "", painted = ""] = isPhone ? plates : other;
  await page.goto(url);
  await take("booking-service");
  await begin("1", paid);
  await take("booking-car");
  await proceed(page).click();
  await tellOfMaintenance(page);
  await take("booking-maintenance");
  await proceed(page).click();
  await tellOfTime(page, driver);
  await take("booking-time");
  await proceed(page).click();
  await tellOfDriver(page, driver.document, email);
  await take("booking-contact");
  await proceed(page).click();
  await arrived(page, bookingTitles.payment);
  await take("booking-payment");
  await field(page, "payment.terms").check();
  await proceed(page).first().click();
  await page.getByRole("button", { name: "Rechazar la tarjeta" }).click();
  await page.getByText("Pago rechazado").first().waitFor();
  await take("booking-rejected");
  await proceed(page).first().click();
  await page.getByRole("button", { name: "Aprobar el pago" }).click();
  await arrived(page, "Agendamiento de cita confirmado y pago");
  await take("booking-summary");
  await begin("1", paid);
  await proceed(page).click();
  await dialog(page).getByText("¡Atención!").waitFor();
  await take("booking-warning");
  await begin("3", specific);
  await choose(page, "vehicle.car.version", "OTRA VERSIÓN");
  await proceed(page).click();
  await arrived(page, bookingTitles.specific);
  await page.getByRole("checkbox").first().check();
  await take("booking-specific");
  await begin("5", painted);
  await proceed(page).click();
  await arrived(page, bookingTitles.time);
  await choose(page, "appointment.city", driver.city);
  await field(page, "appointment.branch").and(page.locator(":enabled")).waitFor();
  await choose(page, "appointment.branch", (await offered(page, "appointment.branch"))[0]!);
  await field(page, "appointment.description").fill("Un golpe en la puerta");
  await proceed(page).click();
  await tellOfDriver(page, driver.document, email);
  await field(page, "contact.terms").check();
  await proceed(page).click();
  await arrived(page, "Nos pondremos en contacto contigo");
  await take("booking-requested");
}

/** The flows of a brand, with where they begin. */
export const walksOf = (brand: BrandCode) => [
  ...(sellers[brand] ? [{ path: appraisal, steps, walk: appraise }] : []),
  ...(bookers.has(brand) ? [{ path: booking, steps: bookingSteps, walk: book }] : []),
];
