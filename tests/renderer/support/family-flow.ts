import {
  prepare,
  type Answer,
  type CompiledField,
  type CompiledFlow,
  type Page,
  type Prepared,
  type Validators,
} from "../../../schemas/engine/evaluate.ts";
import { field, smallFlow, smallPage } from "./small-flow.ts";

const money = { operation: "amount", with: { locale: "es-CL", currency: "CLP" } };

const fields: CompiledField[] = [
  field("home.plate", { label: "Patente", looksUp: "vehicle" }),
  field("home.brand", { label: "Marca", required: false }),
  field("home.model", { label: "Modelo", required: false }),
  field("home.card", {
    label: "Precio estimado",
    type: "display",
    widget: "priceCard",
    kind: "priceCard",
    required: false,
    visibleWhen: { "==": [{ var: "data.vehicle.status" }, "ready"] },
    items: [
      { id: "price", label: "Precio", text: [{ var: "data.vehicle.value.price", format: money }] },
      {
        id: "brand",
        label: [{ var: "home.plate" }],
        text: [{ var: "home.brand" }],
        visibleWhen: { "!!": { var: "home.brand" } },
      },
    ],
  }),
  field("home.third", {
    label: "Un tercero",
    type: "group",
    widget: "group",
    kind: "group",
    required: false,
    fields: ["home.third.name"],
  }),
  field("home.third.name", { label: "Nombre del tercero", parent: "home.third" }),
  field("home.relatives", {
    label: "Familiares",
    hint: "Quienes viven contigo",
    type: "list",
    widget: "list",
    kind: "list",
    fields: ["home.relatives.name", "home.relatives.address"],
    row: ["Familiar ", { var: "number" }],
    add: "Agregar familiar",
    schema: { type: "array", minItems: 1, maxItems: 3 },
    validator: "rows",
  }),
  field("home.relatives.name", { label: "Nombre", parent: "home.relatives", list: "home.relatives" }),
  field("home.relatives.address", {
    label: "Dirección",
    type: "group",
    widget: "group",
    kind: "group",
    required: false,
    parent: "home.relatives",
    list: "home.relatives",
    fields: ["home.relatives.address.street"],
    visibleWhen: { "!!": { var: "home.relatives.name" } },
  }),
  field("home.relatives.address.street", {
    label: ["Calle de ", { var: "home.relatives.name" }],
    parent: "home.relatives.address",
    list: "home.relatives",
  }),
  field("home.paper", {
    label: "Documento",
    type: "file",
    widget: "file",
    kind: "file",
    required: false,
    schema: {
      type: "object",
      properties: { size: { minimum: 1, maximum: 2048 }, type: { enum: ["application/pdf"] } },
    },
    problems: { maximum: ["Pesa más de ", { var: "limit" }], enum: "Tiene que ser un PDF" },
  }),
  field("home.advice", {
    label: "",
    type: "display",
    widget: "notice",
    kind: "notice",
    required: false,
    text: [{ tag: "p", children: ["Hola, ", { tag: "strong", children: [{ var: "home.third.name" }] }] }],
  }),
];

/** A compiled flow by hand: a look-up, a price card, groups, a list with a group in its rows, a file, a notice. */
export const familyFlow: CompiledFlow = {
  ...smallFlow,
  flow: "family",
  title: "Familia",
  steps: [
    {
      id: "home",
      slug: "",
      title: "Tu familia",
      action: "Enviar",
      sections: [
        { id: "car", title: "Tu auto", fields: ["home.plate", "home.brand", "home.model", "home.card"] },
        {
          id: "people",
          title: "Personas",
          fields: ["home.third", "home.relatives", "home.paper", "home.advice"],
        },
      ],
      ends: false,
    },
    { id: "thanks", slug: "gracias", title: "Gracias", action: "", sections: [], ends: true },
  ],
  fields: Object.fromEntries(fields.map((one) => [one.path, one])),
  data: {
    vehicle: {
      call: "vehicles.byPlate",
      on: "press",
      with: { plate: { var: "home.plate" } },
      fills: {
        "home.brand": { var: "data.vehicle.value.brand" },
        "home.model": { var: "data.vehicle.value.model" },
      },
    },
  },
  dialogs: {
    noPrice: {
      title: "Sin precio",
      buttons: [
        { id: "retry", label: "Intentar de nuevo" },
        { id: "leave", label: "Salir" },
      ],
    },
  },
  trees: {},
  problems: {
    ...smallFlow.problems,
    search: "Buscar",
    searchBusy: "Buscando…",
    searchReady: "Encontrado",
    searchFailed: "No pudimos buscar",
    searchEmpty: "No está",
  },
};

const list = (value: unknown): boolean => Array.isArray(value) && value.length <= 3;

export const familyValidators: Validators = { any: () => true, rows: list };

export const preparedFamily = (): Prepared => prepare(familyFlow, familyValidators);

export const familyPage: Page = {
  ...smallPage,
  path: "/familia",
  brand: {
    ...smallPage.brand,
    words: {
      ...smallPage.brand.words,
      search: "Buscar",
      "rows.add": "Agregar",
      "rows.remove": "Quitar",
      "rows.empty": "Todavía nada",
      "file.choose": "Elegir archivo",
      "file.change": "Elegir otro",
    },
  },
  screen: {
    ...smallPage.screen,
    screen: "family",
    route: "/familia",
    blocks: [{ block: "flow", flow: "family" }],
    flow: "family",
  },
  flow: { id: "family", revision: "rev1", run: null },
};

/** Two relatives; the first one with a street. */
export const twoRelatives: Record<string, Answer> = {
  "home.relatives": ["r1", "r4"],
  "home.relatives.r1.name": "Ana",
  "home.relatives.r1.address.street": "Los Aromos",
  "home.relatives.r4.name": "Eva",
};
