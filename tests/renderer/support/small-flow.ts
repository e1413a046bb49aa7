import {
  prepare,
  type CompiledField,
  type CompiledFlow,
  type Page,
  type Prepared,
  type Validators,
} from "../../../schemas/engine/evaluate.ts";

/** A compiled field by hand: a text that has to be answered, unless `more` says otherwise. */
export const field = (path: string, more: Partial<CompiledField> = {}): CompiledField => ({
  path,
  id: path.split(".").at(-1)!,
  type: "text",
  widget: "text",
  kind: "text",
  label: path,
  required: true,
  schema: { type: "string" },
  validator: "any",
  says: {},
  checks: [],
  resets: [],
  problems: {},
  personal: true,
  ...more,
});

/** A compiled flow by hand: a text, a tree of two choices, a list from data that depends on one, and a hidden field. */
export const smallFlow: CompiledFlow = {
  flow: "visit",
  title: "Visita",
  steps: [
    {
      id: "ask",
      slug: "",
      title: "Pide una visita",
      action: "Pedir",
      sections: [
        { id: "who", title: "Quién", fields: ["ask.name", "ask.code", "ask.phone"] },
        { id: "where", title: "Dónde", fields: ["ask.region", "ask.city", "ask.office"] },
        { id: "more", title: "Más", fields: ["ask.reason", "ask.agree"] },
      ],
      ends: false,
    },
    {
      id: "thanks",
      slug: "gracias",
      title: ["Gracias, ", { var: "ask.name" }],
      body: [
        {
          tag: "p",
          children: ["Te llamaremos al ", { tag: "strong", children: [{ var: "ask.phone" }] }, "."],
        },
      ],
      action: "Continuar",
      sections: [],
      ends: true,
    },
  ],
  fields: Object.fromEntries(
    [
      field("ask.name", { label: "Nombre", schema: { type: "string", maxLength: 10 }, validator: "short" }),
      field("ask.code", { label: "RUT", format: { operation: "rut", with: {} }, required: false }),
      field("ask.phone", {
        label: "Teléfono",
        format: { operation: "phone", with: { country: "CL" } },
        keyboard: "tel",
        required: false,
      }),
      field("ask.region", { label: "Región", type: "choice", widget: "select", options: { tree: "places" } }),
      field("ask.city", {
        label: "Ciudad",
        type: "choice",
        widget: "select",
        options: { tree: "places", under: "ask.region" },
      }),
      field("ask.office", {
        label: "Sucursal",
        type: "choice",
        widget: "select",
        required: false,
        options: { data: "offices" },
      }),
      field("ask.reason", {
        label: "Motivo",
        widget: "longText",
        visibleWhen: { "==": [{ var: "ask.city" }, "far"] },
        schema: { type: "string", maxLength: 500 },
      }),
      field("ask.agree", {
        label: "Términos",
        type: "boolean",
        widget: "consent",
        kind: "consent",
        text: "Acepto.",
        schema: { type: "boolean" },
      }),
    ].map((one) => [one.path, one]),
  ),
  data: { offices: { call: "places.offices", on: "change", with: { city: { var: "ask.city" } } } },
  dialogs: {},
  trees: {
    places: [
      {
        value: "north",
        label: "Norte",
        options: [
          { value: "near", label: "Cerca" },
          { value: "far", label: "Lejos" },
        ],
      },
      { value: "south", label: "Sur", options: [{ value: "end", label: "Final" }] },
    ],
  },
  problems: {
    required: ["Completa «", { var: "label" }, "»"],
    maxLength: ["Usa como máximo ", { var: "limit" }, " caracteres"],
    notOffered: "Esa opción ya no está",
    optionsLoading: "Espera las opciones",
    optionsFailed: "No pudimos cargar las opciones",
    optionsEmpty: "No hay opciones",
    invalid: "Revisa este dato",
    rule: "No pudimos revisar esto",
  },
};

const short = (value: unknown): boolean => {
  const fits = typeof value === "string" && value.length <= 10;
  shortValidator.errors = fits ? null : [{ keyword: "maxLength", params: { limit: 10 } }];
  return fits;
};
const shortValidator: Validators[string] = short;

export const validators: Validators = { any: () => true, short: shortValidator };

export const preparedFlow = (): Prepared => prepare(smallFlow, validators);

/** A page with the flow on it. */
export const smallPage: Page = {
  revision: "rev1",
  path: "/visita",
  brand: {
    brand: "ZZ",
    name: "Marca de prueba",
    locale: "es-CL",
    timeZone: "America/Santiago",
    country: "CL",
    theme: {
      colours: { primary: "#0b5cab", accent: "#f2b705", ink: "#14202e", surface: "#f4f7fa" },
      radius: "md",
      font: "figtree",
      hero: "primary",
      illustrations: { car: "hatchback" },
    },
    screens: [],
    site: { organization: "Organization", menu: [], footer: [], hours: [] },
    words: {
      optional: "opcional",
      loading: "Cargando…",
      retry: "Reintentar",
      skip: "Ir al contenido",
      "summary.title": "Revisa estos datos",
      receipt: ["Tu número es ", { var: "submission.number" }],
    },
  },
  screen: {
    screen: "visit",
    route: "/visita",
    title: "Visita <b> · Marca de prueba",
    description: 'Pide una "visita"',
    indexed: true,
    answers: 200,
    breadcrumbs: [{ label: "Inicio", to: "/" }, { label: "Visita" }],
    blocks: [{ block: "flow", flow: "visit" }],
    flow: "visit",
  },
  params: {},
  today: "2026-11-21",
  flow: { id: "visit", revision: "rev1", run: null },
  requestId: "request-1",
};
