/** What the embedded services answer, as OpenAPI, made from the definitions of their calls. */
import { ruleVariables, type CompiledCall, type Rule } from "../../schemas/engine/serve.ts";
import type { EmbeddedService, ServiceCaller, ServiceRoute } from "./embedded/service.ts";

type Schema = Record<string, unknown>;

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
}

/** What a rule gives, where it is an input as it is or one that is the same for all. */
function schemaOf(rule: Rule, { input, forEach = {} }: CompiledCall): Schema {
  if (typeof rule === "object" && rule !== null && "var" in rule) {
    const [root, name = ""] = String(rule["var"]).split(".");
    if (root === "input" && Object.hasOwn(forEach, name)) return { type: "string", enum: forEach[name] };
    return root === "input" && Object.hasOwn(input, name) ? input[name]! : {};
  }
  // It may be a fact of the brand that was folded in: another one has another.
  return typeof rule === "object" ? {} : { type: typeof rule, examples: [rule] };
}

/** Whether what a rule gives is always there. */
function isNeeded(rule: Rule, { input, optional, forEach = {} }: CompiledCall): boolean {
  if (typeof rule !== "object" || rule === null) return rule !== null;
  const [root, name = ""] = "var" in rule ? String(rule["var"]).split(".") : [];
  if (root === "input" && Object.hasOwn(forEach, name)) return true;
  return root === "input" && Object.hasOwn(input, name) && !optional.includes(name);
}

const inputSchema = ({ input, optional }: CompiledCall): Schema => ({
  type: "object",
  properties: input,
  required: Object.keys(input).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: true,
  description: "La misma clave tiene el mismo efecto una sola vez, y la misma respuesta.",
  schema: { type: "string", maxLength: 200 },
};

const callerHeader = ({ header, description, schema }: ServiceCaller): Parameter => ({
  name: header,
  in: "header",
  required: true,
  description,
  schema,
});

const tokenWords = { token: "El token, tal cual.", bearer: "«Bearer» y el token." };

function headersOf(call: CompiledCall, caller: ServiceCaller): Parameter[] {
  const { headers = {}, authorization, captcha, visitorAddress, person } = call;
  const text = { type: "string" };
  return [
    callerHeader(caller),
    ...(call.method === "GET" ? [] : [idempotencyKey]),
    ...Object.entries(headers)
      .filter(([name]) => name !== caller.header.toLowerCase())
      .map(([name, rule]): Parameter => ({
        name,
        in: "header",
        required: isNeeded(rule, call),
        schema: schemaOf(rule, call),
      })),
    ...(authorization
      ? [
          {
            name: "authorization",
            in: "header" as const,
            required: true,
            description: tokenWords[authorization.scheme],
            schema: text,
          },
        ]
      : []),
    ...(captcha
      ? [
          {
            name: "x-recaptcha-authorization",
            in: "header" as const,
            required: false,
            description: "«reCAPTCHA» y la prueba de que hay una persona.",
            schema: text,
          },
        ]
      : []),
    ...(person
      ? [
          {
            name: "x-person",
            in: "header" as const,
            required: true,
            description: "Quién inició sesión.",
            schema: text,
          },
        ]
      : []),
    ...(visitorAddress
      ? [
          {
            name: "x-forwarded-for",
            in: "header" as const,
            required: false,
            description: "La dirección de Internet de la persona que lo pide.",
            schema: text,
          },
        ]
      : []),
  ];
}

const queryOf = (call: CompiledCall): Parameter[] =>
  Object.entries(call.query).map(([name, rule]) => ({
    name,
    in: "query",
    required: isNeeded(rule, call),
    schema: schemaOf(rule, call),
  }));

/** The inputs that a route has in its path too. */
const pathOf = (call: CompiledCall, { path }: ServiceRoute): Parameter[] =>
  [...call.path.matchAll(/\{(\w+)\}/g)]
    .filter(([part]) => path.includes(part))
    .map(([, name]) => ({
      name: name!,
      in: "path",
      required: true,
      schema: call.input[name!] ?? {},
    }));

/** Whether a call leads to a route: as it is written, or with one of the values that an input of its path can have. */
function leadsTo({ path, input }: CompiledCall, route: ServiceRoute): boolean {
  const parts = `/${path}`.split("/");
  const own = route.path.split("/");
  return (
    parts.length === own.length &&
    parts.every((part, at) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      const values = name === undefined ? undefined : input[name]?.["enum"];
      return part === own[at] || (Array.isArray(values) && values.includes(own[at]));
    })
  );
}

/** By what an operation is called: a call that leads to several routes has one for each. */
const operationNameOf = ({ service, call, path }: CompiledCall, route: ServiceRoute): string => {
  const own = route.path.split("/").slice(1);
  const chosen = path.split("/").flatMap((part, at) => (part === own[at] ? [] : [own[at]!]));
  return [`${service}.${call}`, ...chosen].join(".");
};

/** Texts and files by part; a field that is no text comes as JSON. */
function formSchema(call: CompiledCall): Schema {
  const { files, fields } = call.multipart!;
  const file = { type: "string", format: "binary" };
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(Object.keys(files).map((part) => [part, { type: "array", items: file }])),
      ...Object.fromEntries(Object.entries(fields).map(([part, rule]) => [part, schemaOf(rule, call)])),
    },
    additionalProperties: false,
  };
}

/** What a call sends: of which sort, and its schema. */
function bodyOf(call: CompiledCall): { sort: string; schema: Schema } | undefined {
  if (call.multipart) return { sort: "multipart/form-data", schema: formSchema(call) };
  if (call.body === undefined) return undefined;
  const isInput = ruleVariables(call.body).join() === "input";
  const schema = isInput ? inputSchema(call) : schemaOf(call.body, call);
  return { sort: "application/json", schema };
}

/** The bodies of calls that share a method and path, each sort of body with all that may come so. */
function contentOf(calls: CompiledCall[]): Schema | undefined {
  const bodies = Map.groupBy(
    calls.flatMap((call) => bodyOf(call) ?? []),
    ({ sort }) => sort,
  );
  if (bodies.size === 0) return undefined;
  const told = [...bodies].map(([sort, all]) => {
    const schemas = all.map(({ schema }) => schema);
    return [sort, { schema: schemas.length > 1 ? { anyOf: schemas } : schemas[0] }];
  });
  return Object.fromEntries(told);
}

const refusalSchema: Schema = {
  type: "object",
  properties: { error: { type: "integer" }, message: { type: "string" } },
};

function responsesOf(calls: CompiledCall[]): Schema {
  const schemas = calls.flatMap(({ answer }) => (answer ? [answer] : []));
  const empty = new Set(calls.flatMap((call) => call.empty ?? []));
  const json = (schema: Schema): Schema => ({ content: { "application/json": { schema } } });
  const good = schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? {});
  return {
    "2XX": { description: "La respuesta.", ...json(good) },
    ...Object.fromEntries(
      [...empty].map((status) => [status, { description: "No hay nada de lo que se pide." }]),
    ),
    "4XX": { description: "Por qué no se hizo.", ...json(refusalSchema) },
  };
}

/** Parameters of calls that share a method and path: what one of them can do without is not required. */
function merged(all: Parameter[][]): Parameter[] {
  const byName = new Map<string, Parameter>();
  for (const parameter of all.flat()) {
    const name = `${parameter.in} ${parameter.name}`;
    const everywhere = all.every((list) =>
      list.some((one) => `${one.in} ${one.name}` === name && one.required),
    );
    if (!byName.has(name)) byName.set(name, { ...parameter, required: everywhere });
  }
  return [...byName.values()];
}

function operation({ service, caller }: EmbeddedService, route: ServiceRoute, calls: CompiledCall[]): Schema {
  const names = calls.map((call) => operationNameOf(call, route));
  const content = contentOf(calls);
  return {
    tags: [service],
    summary: names.length === 0 ? "Sin una llamada en las definiciones." : names.join(", "),
    ...(names.length === 0 ? {} : { operationId: names.join("-") }),
    parameters:
      calls.length === 0
        ? [callerHeader(caller), ...(route.method === "GET" ? [] : [idempotencyKey])]
        : merged(calls.map((call) => [...headersOf(call, caller), ...pathOf(call, route), ...queryOf(call)])),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: responsesOf(calls),
  };
}

/** The document for all routes of the embedded services. `calls` are by `service.call`. */
export function openApi(embedded: EmbeddedService[], calls: Record<string, CompiledCall>): Schema {
  const paths: Record<string, Schema> = {};
  for (const service of embedded) {
    for (const route of service.routes) {
      const own = Object.values(calls).filter(
        (call) => call.service === service.service && call.method === route.method && leadsTo(call, route),
      );
      paths[route.path] = {
        ...paths[route.path],
        [route.method.toLowerCase()]: operation(service, route, own),
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Servicios",
      version: "1",
      description: "Los servicios que vienen con el programa, en sus caminos de siempre.",
    },
    tags: embedded.map(({ service }) => ({ name: service })),
    paths,
  };
}
