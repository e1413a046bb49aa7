/** A product of one brand with flows that show what programs do, and a stand-in for the service that they call. */
import { randomUUID } from "node:crypto";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { ApiProblem, ContinueAnswer, ContinueRequest, RunState } from "../../schemas/engine/all.ts";
import type { Clock } from "../../server/clock.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { startStandIn, type Route, type StandIn } from "../support/stand-in.ts";
import { projectRoot } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { brandFile } from "../support/brand-file.ts";

const text = { kind: "text", label: "Texto", schema: { maxLength: 60 } };
const optional = { ...text, required: false };

const service = {
  $schema: "../language/service.schema.json",
  service: "quotes",
  calls: {
    price: {
      method: "POST",
      path: "quotes/price",
      input: { plate: { type: "string" }, year: { type: "string" } },
      optional: ["year"],
      body: { var: "input" },
      timeout: 9000,
    },
    car: {
      method: "GET",
      path: "quotes/car",
      input: { plate: { type: "string" } },
      query: { plate: { var: "input.plate" } },
      value: { if: [{ "==": [{ var: "answer.error" }, 0] }, { var: "answer.car" }, null] },
      timeout: 9000,
    },
    people: {
      method: "POST",
      path: "quotes/people",
      input: { person: { type: "object" }, relatives: { type: "array" } },
      optional: ["person", "relatives"],
      body: { var: "input" },
      timeout: 9000,
    },
  },
};

const ending = { title: "Listo", slug: "listo", ends: true };

/** Asks for a price: dialogs when there is none, and when it is high. */
const offer = {
  flow: "offer",
  title: "Oferta",
  data: { car: { call: "quotes.car", with: { plate: { var: "car.plate" } } } },
  steps: {
    car: {
      title: "Tu auto",
      sections: {
        main: {
          fields: {
            plate: { ...text, label: "Patente", resets: ["car.note"] },
            year: { ...optional, visibleWhen: { "==": [{ var: "data.car.status" }, "empty"] } },
            note: optional,
          },
        },
      },
      onContinue: [
        {
          call: "quotes.price",
          as: "quote",
          with: { plate: { var: "car.plate" } },
          onFailure: [{ dialog: "noPrice" }],
        },
        { set: { offered: { var: "quote.data.price" } } },
        { dialog: "noPrice", when: { "!": { ">": [{ var: "quote.data.price" }, 0] } } },
        { submit: { deliver: [] } },
        { dialog: "high", when: { ">": [{ var: "quote.data.price" }, 1000] } },
        { dialog: "last", when: { ">": [{ var: "quote.data.price" }, 1000] } },
        { go: "owner" },
      ],
    },
    owner: {
      title: "Dueño",
      slug: "dueno",
      sections: { main: { fields: { name: text } } },
      onContinue: [{ dialog: "back", when: { "==": [{ var: "owner.name" }, "back"] } }, { go: "end" }],
    },
    end: ending,
  },
  dialogs: {
    noPrice: {
      title: "Sin precio para {car.plate} de {data.car.value.brand}",
      body: "No hay **precio** ahora.",
      buttons: {
        retry: { label: "Inténtalo de nuevo", onPress: [{ retry: true }] },
        leave: { label: "Salir", onPress: [{ redirect: "/", keep: ["utm"] }] },
        other: {
          label: "Otra patente",
          onPress: [{ set: { tried: { var: "car.plate" } } }, { clear: ["car.plate"] }, { close: true }],
        },
        skip: { label: "Sin precio", onPress: [{ go: "end" }] },
      },
    },
    high: {
      title: "Es un precio alto",
      buttons: {
        yes: { label: "Seguir", onPress: [{ set: { agreed: true } }, { resume: true }] },
        no: { label: "No", onPress: [{ close: true }] },
      },
    },
    last: {
      title: "¿De verdad?",
      buttons: { yes: { label: "Sí", onPress: [{ resume: true }] } },
    },
    back: {
      title: "¿Volver?",
      buttons: { yes: { label: "Volver", onPress: [{ close: true }] } },
    },
  },
};

/** Begins a spouse's declaration, or a second owner's in the same flow, or both. */
const declaration = {
  flow: "declaration",
  title: "Declaración",
  parameters: { role: { description: "De quién es." } },
  steps: {
    person: {
      title: "Persona",
      sections: {
        main: {
          fields: {
            name: text,
            spouse: optional,
            owner: optional,
            role: { ...optional, visibleWhen: { "==": [{ var: "with.role" }, "owner"] } },
          },
        },
      },
      onContinue: [
        { submit: { deliver: [] } },
        {
          begin: "spouse",
          with: { role: "spouse", of: { var: "submission.number" } },
          answers: { "partner.name": { var: "person.spouse" } },
          when: { "!!": { var: "person.spouse" } },
        },
        {
          begin: "declaration",
          with: { role: "owner" },
          answers: { "person.name": { var: "person.owner" } },
          when: { "!!": { var: "person.owner" } },
        },
        { go: "end" },
      ],
    },
    end: ending,
  },
};
const spouse = {
  flow: "spouse",
  title: "Cónyuge",
  parameters: { role: { description: "De quién es." }, of: { description: "La solicitud." } },
  steps: {
    partner: {
      title: "Cónyuge",
      sections: {
        main: { fields: { name: text, job: { ...text, visibleWhen: { "!!": { var: "with.role" } } } } },
      },
      onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
    },
    end: ending,
  },
};

/** Groups, lists with rows, and data over them. */
const people = {
  flow: "people",
  title: "Personas",
  data: { known: { call: "quotes.car", on: "press", with: { plate: { var: "home.owner.plate" } } } },
  steps: {
    home: {
      title: "Casa",
      sections: {
        main: {
          title: "Datos",
          fields: {
            owner: {
              kind: "group",
              label: "Dueño",
              fields: {
                name: { ...text, label: "Nombre del dueño" },
                plate: { ...optional, label: "Patente", looksUp: "known" },
              },
            },
            relatives: {
              kind: "list",
              label: "Familiares",
              row: "Familiar {number}",
              add: "Agregar familiar",
              required: false,
              max: 3,
              fields: {
                name: { ...text, label: "Nombre" },
                bond: {
                  kind: "choice",
                  label: "Parentesco",
                  options: {
                    list: [
                      { value: "son", label: "Hijo" },
                      { value: "mother", label: "Madre" },
                    ],
                  },
                },
                place: {
                  kind: "group",
                  label: "Domicilio",
                  visibleWhen: { "==": [{ var: "row.bond" }, "mother"] },
                  fields: { street: { ...text, label: "Calle" } },
                },
              },
            },
            others: {
              kind: "list",
              label: "Otros",
              row: "Otro {number}",
              add: "Agregar otro",
              required: false,
              fields: { name: text },
            },
          },
        },
      },
      onContinue: [
        { dialog: "wipe", when: { "==": [{ var: "home.owner.name" }, "wipe"] } },
        {
          call: "quotes.people",
          with: { person: { var: "home.owner" }, relatives: { var: "home.relatives" } },
          onFailure: [{ refuse: "noService" }],
        },
        { submit: { deliver: [{ mail: "copy" }] } },
        { go: "end" },
      ],
    },
    end: ending,
  },
  dialogs: {
    wipe: {
      title: "¿Borrar a {home.owner.name}?",
      buttons: { yes: { label: "Borrar", onPress: [{ clear: ["home.owner.name", "home.relatives"] }] } },
    },
  },
  mails: {
    copy: { to: "a@correo.cl", subject: "Copia", body: "Hola {home.owner.name}", answers: true },
  },
};

const screen = (name: string) => [
  `schemas/screens/${name}-page.json`,
  {
    $schema: "../language/screen.schema.json",
    screen: `${name}-page`,
    route: `/${name}-page`,
    title: name,
    description: "Una página de prueba.",
    blocks: [{ block: "flow", flow: name }],
  },
];

const flows = { offer, declaration, spouse, people };

const home = {
  $schema: "../language/screen.schema.json",
  screen: "home",
  route: "/",
  title: "Inicio",
  description: "Una página de prueba.",
  blocks: [{ block: "hero", title: "Inicio", body: "Hola." }],
};

/** Flows and the service that their programs call; the kinds that they use are the project's. */
export interface Written {
  flows: Record<string, object>;
  service: { service: string };
  kinds: string[];
  /** What programs wait for. */
  events?: Record<string, object>;
  /** What the service's stand-in does. */
  routes: Record<string, Route>;
}

export interface Product {
  app: TestApp;
  upstream: StandIn;
  who: Visitor;
  begin(flow: string, who?: Visitor): Promise<RunState>;
  /** Continuar, or a press of a dialog's button. */
  proceed(
    run: RunState,
    answers: Record<string, unknown>,
    more?: Partial<ContinueRequest> & { key?: string; headers?: Record<string, string> },
  ): Promise<Reply>;
  rows(
    table:
      | "submissions"
      | "deliveries"
      | "calls"
      | "runs"
      | "linked_runs"
      | "handoffs"
      | "run_steps"
      | "waits"
      | "wait_events",
  ): Promise<Record<string, unknown>[]>;
}

export interface Reply {
  status: number;
  answer: ContinueAnswer;
  problem: ApiProblem;
  body: string;
}

export const good: Record<string, Route> = {
  "POST /quotes/price": { body: { price: 500 } },
  "GET /quotes/car": { body: { error: 0, car: { brand: "Kia", year: 2020 } } },
  "POST /quotes/people": { body: {} },
};

/** Opens the server over the flows of this file. */
export const openProduct = (routes: Record<string, Route> = {}): Promise<Product> =>
  openWritten({ flows, service, kinds: ["text", "choice", "group", "list"], routes: { ...good, ...routes } });

/** Opens the server over flows, with a stand-in for the service. */
export async function openWritten(
  written: Written,
  { env: more = {}, clock }: { env?: Record<string, string>; clock?: Clock } = {},
): Promise<Product> {
  const upstream = await startStandIn(written.routes);
  onTestFinished(() => upstream.stop());
  const env = { [`UPSTREAM_${written.service.service.toUpperCase()}`]: upstream.url, ...more };
  const copy = await definitionsFolder(written);
  const app = await openApp({ env, copy, ...(clock ? { clock } : {}) });
  expect(app.definitions.diagnostics()).toEqual([]);
  return productOf(app, upstream);
}

export function productOf(app: TestApp, upstream: StandIn, who: Visitor = visitor(app, "SI")): Product {
  return {
    app,
    upstream,
    who,
    begin: async (flow, by = who) => {
      const response = await by.ask("POST", "/api/runs", { flow, revision: "-" });
      expect(response.statusCode).toBe(200);
      return response.json();
    },
    proceed: async (run, answers, { key = randomUUID(), headers = {}, ...more } = {}) => {
      const body = { step: run.step, version: run.version, answers, ...more };
      const response = await who.ask("POST", `/api/runs/${run.run}/continue`, body, {
        "idempotency-key": key,
        ...headers,
      });
      return {
        status: response.statusCode,
        answer: response.json(),
        problem: response.json(),
        body: response.body,
      };
    },
    rows: (table) =>
      app.store.db
        .selectFrom(table as "runs")
        .selectAll()
        .execute(),
  };
}

/** A folder of its own with the flows, one brand that has them, and the kinds that they use: nothing else of the project. */
export async function definitionsFolder(
  { flows: own, service: called, kinds, events = {} }: Omit<Written, "routes">,
  into?: string,
): Promise<string> {
  const folder = into ?? (await temporaryFolder());
  const take = (path: string): Promise<void> =>
    cp(join(projectRoot, path), join(folder, path), { recursive: true });
  const paths = kinds.map((kind) => `schemas/kinds/${kind}.json`);
  await Promise.all([...paths, "schemas/wording.es.json", "brands/SI/brand.json"].map(take));
  const file = "brands/SI/brand.json";
  const brand = brandFile("SI");
  const names = Object.keys(own);
  const screens = ["home", ...names.map((name) => `${name}-page`)];
  const files: Record<string, unknown> = {
    [`schemas/services/${called.service}.json`]: called,
    "schemas/screens/home.json": home,
    ...Object.fromEntries(
      Object.entries(own).map(([name, flow]) => [
        `schemas/flows/${name}/flow.json`,
        { $schema: "../../language/flow.schema.json", ...flow },
      ]),
    ),
    ...Object.fromEntries(Object.entries(events).map(([name, one]) => [`schemas/events/${name}.json`, one])),
    ...Object.fromEntries(names.map(screen)),
    // The brand's menu leads to pages that are not here.
    [file]: { ...brand, screens, site: undefined },
  };
  for (const [path, value] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(value));
  }
  return folder;
}
