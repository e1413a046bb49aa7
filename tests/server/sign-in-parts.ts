/** Somebody who sent something to a brand, and signs in with the password that comes by mail. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { listMails, readMail } from "../../server/mail/files.ts";
import { openApp, visitor, type TestApp, type Visitor } from "../support/app.ts";
import { until } from "../support/until.ts";
import { setClock } from "./parts.ts";

export interface Person {
  document: string;
  email: string;
}

export const ana: Person = { document: "12345678-5", email: "ana@correo.cl" };
/** Nobody of this one has sent anything. */
export const nobody: Person = { document: "11111111-1", email: "nadie@correo.cl" };

const subject = "Tu contraseña para ingresar";

/** What a continuation came to. */
export interface Pressed {
  status: number;
  body: Record<string, unknown>;
  cookies: string[];
}

export interface Accounts {
  app: TestApp;
  clock: ReturnType<typeof setClock>;
  device(brand?: string): Visitor;
  /** Sends a form of one step with a document and an e-mail. */
  send(who: Visitor, person: Person): Promise<RunState>;
  /** Presses what mails a password. */
  ask(who: Visitor, person: Partial<Person>): ReturnType<Visitor["ask"]>;
  /** Passwords that were mailed to an address so far, the oldest first, once all is delivered. */
  mailed(email: string): Promise<string[]>;
  /** Asks for one and reads it. */
  password(who: Visitor, person: Person): Promise<string>;
  /** Presses the form's button, with a key of its own where none is given. */
  enter(who: Visitor, document: string, password: string, key?: string): Promise<Pressed>;
  /** Where somebody is led who opens an address that asks for signing in. */
  leads(who: Visitor, to: string): Promise<string | undefined>;
  isSignedIn(who: Visitor): Promise<boolean>;
}

const leasing = {
  "request.type": "leasing",
  "request.message": "Hola",
  "request.terms": true,
  "request.name": "Ana Díaz",
  "request.phone": "912345678",
};

const revisionFor = async (who: Visitor, path: string): Promise<string> =>
  (await who.ask("GET", `/api/page?path=${path}`)).json().revision;

export async function openAccounts(options: Parameters<typeof openApp>[0] = {}): Promise<Accounts> {
  const clock = setClock(new Date().toISOString());
  const app = await openApp({ clock: clock.now, ...options });
  const settled = async (): Promise<void> => {
    await until(
      async () => {
        const open = await app.store.db
          .selectFrom("deliveries")
          .select("id")
          .where("state", "in", ["queued", "leased"])
          .execute();
        return open.length === 0;
      },
      () => "deliveries are still open",
    );
  };
  const accounts: Accounts = {
    app,
    clock,
    device: (brand = "SI") => visitor(app, brand),
    send: async (who, { document, email }) => {
      const flow = "leasing";
      const revision = await revisionFor(who, "/leasing");
      const run = (await who.ask("POST", "/api/runs", { flow, revision })).json<RunState>();
      const answers = { ...leasing, "request.identity": document, "request.email": email };
      const body = { step: "request", version: run.version, answers };
      const reply = await who.ask("POST", `/api/runs/${run.run}/continue`, body, {
        "idempotency-key": randomUUID(),
      });
      expect([reply.statusCode, reply.json().outcome]).toEqual([200, { go: "confirmation" }]);
      return run;
    },
    ask: async (who, inputs) => {
      const revision = await revisionFor(who, "/ingresar");
      return await who.ask("POST", "/api/data", {
        revision,
        flow: "account-access",
        data: "recovery",
        inputs,
      });
    },
    mailed: async (email) => {
      await settled();
      const from = { dataDir: app.dataDir, seals: app.store.seals.bytes };
      const mails = await listMails(from);
      const own = mails.filter((mail) => mail.to === email && mail.subject === subject);
      const read = await Promise.all(own.map(({ id }) => readMail(from, id)));
      const sorted = read
        .flatMap((one) => (one ? [one] : []))
        .toSorted((one, two) => (one.date < two.date ? -1 : 1));
      return sorted.map(({ text }) => /(\d{4} \d{4})/.exec(text)?.[1] ?? "");
    },
    password: async (who, person) => {
      const before = await accounts.mailed(person.email);
      expect((await accounts.ask(who, person)).json()).toMatchObject({ status: "ready" });
      const after = await accounts.mailed(person.email);
      const added = after.filter((one) => !before.includes(one));
      expect(added).toEqual([expect.stringMatching(/^\d{4} \d{4}$/)]);
      return added[0]!;
    },
    enter: async (who, document, password, key = randomUUID()) => {
      const revision = await revisionFor(who, "/ingresar");
      const begun = await who.ask("POST", "/api/runs", { flow: "account-access", revision });
      const { run, version } = begun.json<RunState>();
      const answers = { "access.document": document, "access.code": password };
      const body = { step: "access", version, answers };
      const reply = await who.ask("POST", `/api/runs/${run}/continue`, body, { "idempotency-key": key });
      return {
        status: reply.statusCode,
        body: reply.json(),
        cookies: [reply.headers["set-cookie"] ?? []].flat(),
      };
    },
    leads: async (who, to) => {
      const reply = await who.ask("GET", `/?form_login=true&redirectUrl=${encodeURIComponent(to)}`);
      return reply.headers["location"];
    },
    isSignedIn: async (who) => (await accounts.leads(who, "/favorites")) === "/favorites",
  };
  return accounts;
}
