/**
 * Persons who fill a form of one step over HTTP, the contact form where nothing else is said, and never give up on a lost answer: the same attempt is repeated with the
 * same key until it is answered. Whatever they were told is written down.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request as httpRequest, type Dispatcher } from "undici";
import type { ApiProblem, ContinueAnswer, RunState } from "../../../schemas/engine/all.ts";
import { contactAnswers } from "../../support/contact-answers.ts";
import { rutOf } from "./ruts.ts";

export interface DriverOptions {
  /** `http://127.0.0.1:<port>` of the server, or of a proxy before it; asked for at each request. */
  origin(): string;
  /** Connections at once. */
  connections?: number;
  brand?: string;
  /** A form in the place of the contact form. */
  form?: { flow: string; step: string; answers: (person: Person) => Record<string, unknown> };
  /** What it asks for, where it is not the brand's own host with the port of `origin`. */
  host?: string;
  /** Milliseconds after which a person does give up, with an error. */
  patience?: number;
  /** Milliseconds that one request may take before its connection is cut. */
  timeout?: number;
}

export interface Person {
  email: string;
  document: string;
  /** As a proxy would tell it: limits go by it. */
  address: string;
  cookie: string;
  run: string;
  version: number;
  /** Of the attempt that is not answered yet. */
  key: string;
}

export interface Acknowledged {
  email: string;
  number: string;
}

/** An answer over HTTP, read to its end. */
export interface Told<T = unknown> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: T;
  /** The body as it came. */
  bytes: Buffer;
}

/** A request that is ready to be sent. */
export interface Press {
  path: string;
  headers: Record<string, string>;
  /** JSON. */
  body: string;
}

/** What came in the way of the answers: every one of them was repeated. */
export interface Repeated {
  /** The connection was refused, cut or silent. */
  lost: number;
  /** By HTTP status. */
  statuses: Record<number, number>;
}

export interface Driver {
  /** All that was acknowledged, in order. */
  acknowledged: Acknowledged[];
  /** Every person who has sent, told or not. */
  persons: ReadonlySet<Person>;
  repeated: Repeated;
  /** Milliseconds of the slowest single request that was answered. */
  slowest(): number;
  /** One request of a person, without a second try. */
  ask<T>(
    person: Person | undefined,
    method: Dispatcher.HttpMethod,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Told<T>>;
  /** What a person would send now, for whoever sends it otherwise; of another step where it is not the form's own. */
  press(person: Person, changes?: Record<string, unknown>, step?: string): Press;
  /** Somebody new, who has not begun anything. */
  stranger(): Person;
  /** Begins a run as somebody new, about a subject where its flow has one. */
  begin(subject?: string): Promise<Person>;
  /** Sends the form until there is an answer, and gives it. */
  send(person: Person, changes?: Record<string, unknown>, step?: string): Promise<ContinueAnswer>;
  /** Writes down an answer that came to a press that was sent otherwise. */
  accepted(person: Person, answer: unknown): void;
  /** Begins and sends; throws where the submission was not accepted. */
  submit(changes?: Record<string, unknown>): Promise<Acknowledged>;
  /** As many submissions, so many at once, until all are acknowledged. */
  submitAll(count: number, atOnce: number): Promise<void>;
  close(): Promise<void>;
}

/** Answers that say "later", of the server or of a proxy before it. */
const later = new Set([408, 425, 429, 500, 502, 503, 504]);

let persons = 0;
let passers = 0;

/** The address of the one who comes in so many. */
const addressOf = (net: number, index: number): string =>
  `${net}.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

/** Somebody who has not been here: an e-mail, a document and an address of their own. */
function somebody(): Person {
  const index = persons++;
  return {
    email: `${randomUUID()}@correo.cl`,
    document: rutOf(10_000_000 + index),
    address: addressOf(10, index),
    cookie: "",
    run: "",
    version: 0,
    key: randomUUID(),
  };
}

/** The answers of a person to the contact form. */
export const answersOf = (person: Person, brand = "SI"): Record<string, unknown> => ({
  ...contactAnswers[brand],
  "request.email": person.email,
  "request.identity": person.document,
});

export function createDriver({
  origin,
  connections = 32,
  brand = "SI",
  patience = 300_000,
  timeout = 15_000,
  host: given,
  form = { flow: "contact", step: "request", answers: (person) => answersOf(person, brand) },
}: DriverOptions): Driver {
  const dispatcher = new Agent({ connections, headersTimeout: timeout, bodyTimeout: timeout });
  const host = (): string => given ?? `${brand.toLowerCase()}.localhost:${new URL(origin()).port}`;
  const acknowledged: Acknowledged[] = [];
  const all = new Set<Person>();
  const repeated: Repeated = { lost: 0, statuses: {} };
  let slowest = 0;

  /** As a browser on the brand's host would send it. */
  const headersOf = (person: Person | undefined): Record<string, string> => ({
    host: host(),
    origin: `http://${host()}`,
    "sec-fetch-site": "same-origin",
    // Whoever is nobody in particular comes from one of a thousand other addresses.
    "x-forwarded-for": person?.address ?? addressOf(11, passers++ % 1000),
    ...(person?.cookie ? { cookie: person.cookie } : {}),
  });

  const ask = async <T>(
    person: Person | undefined,
    method: Dispatcher.HttpMethod,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Told<T>> => {
    const began = performance.now();
    const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const answer = await httpRequest(`${origin()}${path}`, {
      dispatcher,
      method,
      headers: { ...headersOf(person), ...json, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    slowest = Math.max(slowest, performance.now() - began);
    const { statusCode: status, headers: told } = answer;
    const isJson = String(told["content-type"]).includes("json") && !told["content-encoding"];
    return {
      status,
      headers: told,
      body: (isJson ? JSON.parse(bytes.toString()) : bytes.toString()) as T,
      bytes,
    };
  };

  const isForLater = ({ status, body }: Told): boolean =>
    later.has(status) || (status === 409 && (body as ApiProblem).error === "busy");

  /** Repeats a request until it is answered with something that will not change. */
  const insist = async <T>(
    person: Person,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Told<T>> => {
    const ends = performance.now() + patience;
    let last = "none at all";
    for (let tries = 1; ; tries += 1) {
      const told = await ask<T>(person, "POST", path, body, headers).catch((error: unknown) => ({ error }));
      if (!("error" in told) && !isForLater(told)) return told;
      if ("error" in told) repeated.lost += 1;
      else {
        repeated.statuses[told.status] = (repeated.statuses[told.status] ?? 0) + 1;
        last = `${told.status} ${JSON.stringify(told.body)}`;
      }
      if (performance.now() > ends) {
        throw new Error(`no answer of ${path} in ${patience} ms; the last one: ${last}`);
      }
      await wait(Math.min(20 * tries, 250));
    }
  };

  const begin = async (subject?: string): Promise<Person> => {
    const person = somebody();
    // A begin whose answer was lost leaves a run without an owner; the next one is another.
    const about = subject === undefined ? {} : { subject };
    const told = await insist<RunState>(person, "/api/runs", { flow: form.flow, revision: "-", ...about });
    if (told.status !== 200)
      throw new Error(`a run could not begin: ${told.status} ${JSON.stringify(told.body)}`);
    person.cookie = String(told.headers["set-cookie"]).split(";", 1)[0]!;
    person.run = told.body.run;
    person.version = told.body.version;
    return person;
  };

  const press = (person: Person, changes: Record<string, unknown> = {}, step = form.step): Press => ({
    path: `/api/runs/${person.run}/continue`,
    headers: {
      ...headersOf(person),
      "content-type": "application/json",
      "idempotency-key": person.key,
    },
    body: JSON.stringify({
      step,
      version: person.version,
      answers: { ...form.answers(person), ...changes },
    }),
  });

  const send = async (
    person: Person,
    changes?: Record<string, unknown>,
    step?: string,
  ): Promise<ContinueAnswer> => {
    all.add(person);
    const { path, body, headers } = press(person, changes, step);
    const told = await insist<ContinueAnswer>(person, path, body, headers);
    // Answered, so the next press is another attempt.
    person.key = randomUUID();
    const { state } = told.body as Partial<ContinueAnswer>;
    if (state === undefined) throw new Error(`refused: ${told.status} ${JSON.stringify(told.body)}`);
    person.version = state.version;
    if (state.status === "done") accepted(person, told.body);
    return told.body;
  };

  const accepted = (person: Person, answer: unknown): void => {
    const { state } = answer as ContinueAnswer;
    if (state.status !== "done") throw new Error(`not accepted: ${JSON.stringify(answer)}`);
    acknowledged.push({
      email: person.email,
      number: (state.results["submission"] as { number: string }).number,
    });
  };

  const submit = async (changes?: Record<string, unknown>): Promise<Acknowledged> => {
    const person = await begin();
    const { state, outcome } = await send(person, changes);
    if (state.status !== "done") throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
    const { number } = state.results["submission"] as { number: string };
    return { email: person.email, number };
  };

  return {
    acknowledged,
    persons: all,
    repeated,
    slowest: () => slowest,
    ask,
    press,
    stranger: somebody,
    begin,
    send,
    accepted,
    submit,
    submitAll: async (count, atOnce) => {
      let left = count;
      const one = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          await submit();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, one));
    },
    close: () => dispatcher.destroy(),
  };
}
