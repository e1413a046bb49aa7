/** A flow that no brand has, for tests of days, times, dates and sliders: what hangs on what, and a question by slider. */
import { withScreens } from "./brand-file.ts";

const isChosen = { "!!": { var: "visit.credit" } };

const flow = {
  $schema: "../../language/flow.schema.json",
  flow: "dates",
  title: "Visita",
  data: {
    days: { call: "slots.days", with: { place: { var: "visit.place" } } },
    times: { call: "slots.times", with: { place: { var: "visit.place" }, day: { var: "visit.day" } } },
    quote: { call: "slots.quote", with: { share: { var: "visit.share" } } },
  },
  steps: {
    visit: {
      title: "Agenda tu visita",
      action: "Agendar",
      sections: {
        when: {
          title: "¿Cuándo vienes?",
          fields: {
            place: {
              kind: "choice",
              label: "Sucursal",
              options: {
                list: ["centro", "norte", "sur", "cerrada"].map((value) => ({
                  value,
                  label: `Sucursal ${value}`,
                })),
              },
            },
            day: { kind: "inspectionDate", label: "Día", options: { data: "days" } },
            time: { kind: "inspectionTime", label: "Hora", options: { data: "times" } },
          },
        },
        dates: {
          title: "Fechas",
          fields: {
            delivery: { kind: "date", label: "Fecha de entrega" },
            bought: { kind: "pastDate", label: "Fecha de compra", required: false },
            deed: { kind: "longDate", label: "Fecha de la escritura", required: false },
          },
        },
        money: {
          title: "Tu crédito",
          fields: {
            credit: {
              kind: "choice",
              label: "Tipo de crédito",
              required: false,
              options: { list: [{ value: "a", label: "Convencional" }] },
            },
            share: {
              kind: "percentage",
              label: "Pie",
              required: false,
              placeholder: "Selecciona el tipo de crédito para calcular el pie",
              schema: { minimum: 20, maximum: 70, multipleOf: 5 },
              enabledWhen: isChosen,
            },
            amount: {
              kind: "money",
              label: "Monto a financiar",
              required: false,
              widget: "slider",
              schema: { minimum: 1_000_000, maximum: 30_000_000, multipleOf: 500_000 },
            },
          },
        },
      },
      onContinue: [{ submit: { deliver: [] } }, { go: "thanks" }],
    },
    thanks: { title: "Gracias", slug: "gracias", ends: true },
  },
};

const place = { type: "string", maxLength: 20 };
const ofPlace = { method: "GET", answer: { type: "object" }, timeout: 5000 };
const service = {
  $schema: "../language/service.schema.json",
  service: "slots",
  calls: {
    days: {
      ...ofPlace,
      path: "slots",
      input: { place },
      query: { place: { var: "input.place" } },
      options: {
        rows: { "slots.dates": [{ var: "answer.data" }] },
        value: "value",
        label: "{value:longDate}",
      },
    },
    times: {
      ...ofPlace,
      path: "slots",
      input: { place, day: { type: "string", maxLength: 10 } },
      query: { place: { var: "input.place" } },
      options: {
        rows: { "slots.times": [{ var: "answer.data" }, { var: "input.day" }] },
        value: "value",
        label: "value",
      },
    },
    quote: {
      ...ofPlace,
      path: "quote",
      input: { share: { type: "number" } },
      query: { share: { var: "input.share" } },
      value: { var: "answer" },
    },
  },
};

const screen = {
  $schema: "../language/screen.schema.json",
  screen: "dates",
  route: "/visita",
  title: "Visita",
  description: "Una página de prueba.",
  blocks: [{ block: "flow", flow: "dates" }],
};

/** The files to write over a copy of the definitions, with the flow at `/visita` of a brand. */
export function datesFiles(brand: string): Record<string, string> {
  const files: Record<string, unknown> = {
    [`brands/${brand}/brand.json`]: JSON.parse(withScreens(brand, "dates")),
    "schemas/flows/dates/flow.json": flow,
    "schemas/services/slots.json": service,
    "schemas/screens/dates.json": screen,
  };
  return Object.fromEntries(
    Object.entries(files).map(([file, value]) => [file, `${JSON.stringify(value, null, 2)}\n`]),
  );
}

const hours = ["09:00", "09:30", "10:00", "10:30", "11:00", "11:30", "15:00", "15:30", "16:00", "16:30"];

/** What the service answers, by place: days of two months, few times, none at all. */
export const slotsOf: Record<string, Record<string, string[]>[]> = {
  centro: [
    { "2099-11-26": hours },
    { "2099-11-27": hours.slice(0, 3) },
    { "2099-11-30": hours },
    { "2100-01-04": hours.slice(2, 4) },
  ],
  norte: [{ "2099-11-27": ["12:00"] }],
  cerrada: [],
};
