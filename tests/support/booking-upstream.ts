/** What the workshops' services answer to the booking, made up: for tests that fail them, or look at what they were sent. */
import { startStandIn, type Route, type StandIn } from "./stand-in.ts";

export const bookingBase = "/customer/api/v3/appointment";

const services = [
  "SERVICE_TEMPLATE",
  "APPOINTMENT",
  "CUSTOMER_BRANCH_OFFICE",
  "GAC_SOAP",
  "CATALOG",
  "MPP",
  "CAR_INFORMATION",
];

/** The settings that lead these services to one place. */
export const bookingEnv = (url: string): Record<string, string> =>
  Object.fromEntries(services.map((name) => [`UPSTREAM_${name}`, `${url}/`]));

const template = {
  activateSchedulingInQuiter: true,
  isMajorService: true,
  needsMaintenance: false,
  askVersion: false,
  initialYear: 2000,
  finalYear: 2027,
  formInputs: { description: { disabled: false, required: false, errorMessage: "Campo obligatorio" } },
};

const templates: Record<string, object> = {
  "1": {
    ...template,
    serviceId: "1",
    title: "Por kilometraje",
    needsMaintenance: true,
    onlineDiscount: 15,
    activateAdditionalServices: true,
  },
  "2": { ...template, serviceId: "2", title: "Frenos y neumáticos", isMajorService: false },
  "3": {
    ...template,
    serviceId: "3",
    title: "Diagnóstico",
    formInputs: { description: { disabled: false, required: true, errorMessage: "Cuéntanos qué falla" } },
  },
  "4": { ...template, serviceId: "4", title: "Pintura", activateSchedulingInQuiter: false },
};

const inSantiago = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Santiago" });

/** `yyyy-mm-dd`, some days from now in Chile. */
export const dayAfter = (days: number): string => inSantiago.format(Date.now() + days * 86_400_000);

/** Slots from the day after tomorrow on. */
const days = (): object[] =>
  [2, 3, 4, 5].map((count) => ({
    date: dayAfter(count),
    freeSlots: ["09:00", "12:30"].map((startTime) => ({ startTime })),
  }));

const slots: Route = () => ({ body: days() });
const people = { body: [{ id: "a1", name: "Rosa Díaz" }] };

const routes: Record<string, Route> = {
  "GET /content/service-templates": { body: Object.values(templates) },
  "GET /content/service-template": ({ query }) => ({ body: templates[query["serviceId"] ?? ""] }),
  "GET /content/service-template/additional-services": {
    body: [
      { label: "Lavado", value: 15_000, alternativeValue: 12_990 },
      { label: "Pintura de llantas (48 horas)", value: 90_000, alternativeValue: 80_000 },
    ],
  },
  [`GET ${bookingBase}/brand`]: { body: [{ value: "Chevrolet", brandId: "b1" }] },
  [`GET ${bookingBase}/model-v2`]: { body: [{ id: "m1", value: "Onix" }] },
  [`GET ${bookingBase}/branch`]: {
    body: [{ id: "w1", fullName: "Bilbao", commune: "Las Condes", latitude: -33.43, longitude: -70.58 }],
  },
  [`GET ${bookingBase}/assessors`]: people,
  [`GET ${bookingBase}/operators`]: people,
  [`GET ${bookingBase}/assessors/free-slots`]: slots,
  [`GET ${bookingBase}/operators/free-slots`]: slots,
  [`GET ${bookingBase}/quiter-id`]: { body: { quiterId: "q1" } },
  "GET /catalog/api/car": { body: { carCategoryType: { slug: "sedan" } } },
  [`GET ${bookingBase}/filter/postsale-services`]: {
    body: [{ name: "Cambio de pastillas", listPrice: 89_990, webPrice: 79_990 }],
  },
  "GET /customer/api/branch-office/filter/city": { body: [{ value: "Santiago" }] },
  "GET /customer/api/gac-soap/client-data": { status: 404, body: {} },
  "GET /customer/api/car-information/by-rut": {
    body: [
      {
        plateNumber: "BBBB12",
        brand: "Chevrolet",
        modelName: "Onix",
        modelYear: 2020,
        id: "1",
        segment: "sedan",
        modelId: "m1",
      },
    ],
  },
  "GET /customer/api/v3/gac-soap/cars-by-rut": { body: [] },
  "GET /mpp/find": {
    body: [40_000, 50_000, 60_000].map((mileage) => ({ mileage, price: 99_990 })),
  },
  "GET /customer/api/appointment": { body: [] },
  "DELETE /customer/api/appointment": { body: {} },
  ...Object.fromEntries(
    ["", "/hold", "/release", "/status"].map((end): [string, Route] => [
      `POST ${bookingBase}${end}`,
      { body: {} },
    ]),
  ),
};

/** Starts them, with the settings that lead the product there. `undo` has them answer as in the beginning. */
export async function startBookingUpstream(): Promise<{
  standIn: StandIn;
  env: Record<string, string>;
  undo(): void;
}> {
  const standIn = await startStandIn(routes);
  return {
    standIn,
    env: bookingEnv(standIn.url),
    undo() {
      for (const [route, behaviour] of Object.entries(routes)) standIn.set(route, behaviour);
      standIn.forget();
    },
  };
}

/** What somebody answers of a car, and of an hour that these services have. */
export const carAnswers = {
  "vehicle.search": "plate",
  "vehicle.car.plate": "BBBB12",
  "vehicle.car.brand": "Chevrolet",
  "vehicle.car.model": "m1",
  "vehicle.car.year": "2020",
  "vehicle.car.mileage": 52_000,
};
export const hourAnswers = (date: string) => ({
  "appointment.city": "Santiago",
  "appointment.branch": "w1",
  "appointment.adviser": "a1",
  "appointment.date": date,
  "appointment.time": "09:00",
  "appointment.description": "Suena al frenar",
});
