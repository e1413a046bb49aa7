/** The way through the booking: each branch of it, by what the service, the car and the brand are. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plainWords, type Outcome } from "../../schemas/engine/all.ts";
import { bookingBase as base } from "../support/booking-upstream.ts";
import { root } from "../support/definitions.ts";
import type { Product } from "./program-parts.ts";
import { appointment, car, contact, open, sent } from "./service-booking-parts.ts";

const agreed = { ...contact, "contact.terms": true };
const { "appointment.city": city, "appointment.branch": branch } = appointment;
const unscheduled = { "appointment.city": city, "appointment.branch": branch };

/** How one goes on from each step: `step > next`, and where the booking has been sent, what its comments are. */
async function way(product: Product, ...steps: Record<string, unknown>[]): Promise<string[]> {
  let run = await product.begin("service-booking");
  const went: string[] = [];
  for (const answers of [{ "service.chosen": "1" }, ...steps]) {
    const from = run.step;
    const { answer } = await product.proceed(run, answers);
    const { outcome } = answer;
    went.push(`${from} > ${"go" in outcome ? outcome.go : JSON.stringify(outcome)}`);
    run = answer.state;
  }
  return went;
}

const asked = ({ upstream }: Product, path: string) => upstream.requests.some((one) => one.path === path);

const maintained = { needsMaintenance: true };
const priced = { "maintenance.priced": "50000" };
const specific = { isMajorService: false };

describe("the way through the booking", () => {
  it.each([
    [
      "a major service without a maintenance is booked by the contact's button",
      {},
      [car, appointment, agreed],
      ["vehicle > appointment", "appointment > contact", "contact > summary"],
      "Frena mal · Diagnóstico",
    ],
    [
      "a major service with a maintenance goes by it, and is paid",
      maintained,
      [car, priced, appointment, contact],
      ["vehicle > maintenance", "maintenance > appointment", "appointment > contact", "contact > payment"],
    ],
    [
      "a maintenance that has no prices is chosen of all, and not paid",
      maintained,
      [car, { "maintenance.kilometers": "km50000" }, appointment, agreed],
      ["vehicle > maintenance", "maintenance > appointment", "appointment > contact", "contact > summary"],
      "Frena mal · Diagnóstico · De los 50.000 kms.",
    ],
    [
      "additional services lead to the payment, without a maintenance too",
      { activateAdditionalServices: true },
      [car, appointment, contact],
      ["vehicle > appointment", "appointment > contact", "contact > payment"],
    ],
    [
      "a service that is no major one goes by the specific services, and is paid",
      specific,
      [car, { "specificServices.services": ["Frenos"] }, appointment, contact],
      [
        "vehicle > specificServices",
        "specificServices > appointment",
        "appointment > contact",
        "contact > payment",
      ],
    ],
    [
      "a service that is not scheduled is asked for, and nobody looks for an earlier appointment",
      { activateSchedulingInQuiter: false },
      [car, { ...unscheduled, "appointment.description": "Frena mal" }, agreed],
      ["vehicle > appointment", "appointment > contact", "contact > requested"],
      "Frena mal · Diagnóstico",
    ],
  ] as const)("%s", async (_, template, steps, expected, comments?: string) => {
    const product = await open(template);
    if (expected.includes("maintenance > appointment" as never) && comments !== undefined)
      product.upstream.set("GET /mpp/find", { body: [] });
    product.upstream.set(`GET ${base}/quiter-id`, { body: { quiterId: "q1" } });
    product.upstream.set("GET /catalog/api/car", { body: { carCategoryType: { slug: "sedan" } } });
    product.upstream.set(`GET ${base}/filter/postsale-services`, {
      body: [{ name: "Frenos", webPrice: 10_000 }],
    });
    expect(await way(product, ...steps)).toEqual(["service > vehicle", ...expected]);
    const isScheduled = !("activateSchedulingInQuiter" in template);
    expect(asked(product, "/customer/api/appointment")).toBe(isScheduled);
    const bodies = sent(product).map((one) => (one as [string, Record<string, unknown>])[1]);
    expect(bodies.map((body) => body["comments"])).toEqual(comments === undefined ? [] : [comments]);
  });

  it("where a brand takes no payments a maintenance is booked by the car's own mileage", async () => {
    const file = "brands/defaults/chile/brand.json";
    const brand = await readFile(join(root, file), "utf8");
    const unpaid = brand.replace('"bookingPayment": true', '"bookingPayment": false');
    expect(unpaid).not.toBe(brand);
    const product = await open({ ...maintained, activateAdditionalServices: true }, [], {}, "SI", {
      [file]: unpaid,
    });
    expect(await way(product, car, appointment, agreed)).toEqual([
      "service > vehicle",
      "vehicle > appointment",
      "appointment > contact",
      "contact > summary",
    ]);
    expect(sent(product)).toEqual([
      ["POST", expect.objectContaining({ comments: "Frena mal · Diagnóstico · 52.000 km" })],
    ]);
  });
});

/** Two models: one of the category that is given, or of none that anybody knows, and one that has services. */
const ofSpecific = ({ upstream }: Product, category: string | undefined): void => {
  upstream.set(`GET ${base}/model-v2`, {
    body: [
      { id: "m1", value: "Onix" },
      { id: "m2", value: "Tracker" },
    ],
  });
  upstream.set(`GET ${base}/quiter-id`, ({ query }) => ({ body: { quiterId: `q-${query["modelId"]}` } }));
  upstream.set("GET /catalog/api/car", ({ query }) => {
    const slug = query["quiterId"] === "q-m2" ? "suv" : category;
    return slug === undefined ? { status: 404 } : { body: { carCategoryType: { slug } } };
  });
  upstream.set(`GET ${base}/filter/postsale-services`, ({ query }) => ({
    body: query["category"] === "suv" ? [{ name: "Frenos", webPrice: 10_000 }] : [],
  }));
};

describe("a car that has no services", () => {
  it.each([
    ["whose category is known", "sedan", "sedan"],
    ["whose category nobody knows", undefined, "desconocida"],
  ])(
    "%s: a dialog says so, VOLVER leads back to the car, and another car goes on",
    async (_, category, told) => {
      const product = await open(specific);
      ofSpecific(product, category);
      let run = await product.begin("service-booking");
      run = (await product.proceed(run, { "service.chosen": "1" })).answer.state;
      const { answer } = await product.proceed(run, car);
      const { title, body, dialog } = answer.outcome as Extract<Outcome, { dialog: string }>;
      expect([dialog, plainWords(title), plainWords(body!)]).toEqual([
        "noServices",
        "No hay servicios para tu auto",
        `No hemos encontrado servicios disponibles para el auto de marca Chevrolet y categoría ${told}`,
      ]);
      const back = await product.proceed(answer.state, {}, { dialog: { id: dialog, button: "back" } });
      // Nothing that was answered is cleared, and nobody asked for the plate's appointments.
      expect([back.answer.outcome, back.answer.state.step]).toEqual([{ close: [] }, "vehicle"]);
      expect(asked(product, "/customer/api/appointment")).toBe(false);
      const other = await product.proceed(back.answer.state, { ...car, "vehicle.car.model": "m2" });
      expect(other.answer.outcome).toEqual({ go: "specificServices" });
    },
  );
});

it.each(["SI", "WI"])("%s: every call carries the brand's site (x-site), by whichever way", async (brand) => {
  const isPeruvian = brand === "WI";
  const own = isPeruvian ? { ...car, "vehicle.car.plate": "ABC123" } : car;
  const person = isPeruvian ? { ...contact, "contact.identity": "45678912" } : contact;
  const carried = new Map<string, Set<unknown>>();
  for (const [template, steps] of [
    [{ ...maintained, isMajorService: true }, [own, priced, appointment, person]],
    [specific, [own, { "specificServices.services": ["Frenos"] }, appointment, person]],
    [{}, [own, appointment, { ...person, "contact.terms": true }]],
  ] as const) {
    const product = await open(template, [], {}, brand);
    ofSpecific(product, "suv");
    await way(product, ...steps);
    for (const { method, path, headers } of product.upstream.requests) {
      const at = `${method} ${path}`;
      carried.set(at, (carried.get(at) ?? new Set()).add(headers["x-site"]));
    }
  }
  for (const path of [
    `POST ${base}`,
    `GET ${base}/branch`,
    `GET ${base}/filter/postsale-services`,
    "GET /customer/api/branch-office/filter/city",
    "GET /customer/api/appointment",
    "GET /catalog/api/car",
    "GET /mpp/find",
  ])
    expect([...carried.keys()]).toContain(path);
  expect(Object.fromEntries([...carried].map(([path, sites]) => [path, [...sites]]))).toEqual(
    Object.fromEntries([...carried.keys()].map((path) => [path, [brand]])),
  );
});
