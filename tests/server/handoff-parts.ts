/** A form of three steps that can be gone on with on another device, and its mails. */
import { expect, onTestFinished } from "vitest";
import { visitor, type Visitor } from "../support/app.ts";
import { startSmtp, type Smtp } from "../support/smtp.ts";
import { until } from "../support/until.ts";
import { setClock } from "./parts.ts";
import { openWritten, productOf, type Product } from "./program-parts.ts";

const text = { kind: "text", label: "Texto", schema: { maxLength: 60 }, required: false };
const ending = { title: "Listo", slug: "listo", ends: true };

/** A partner's run, put in line where one is named. */
const begin = (name: string) => ({
  begin: "partner",
  answers: { "partner.name": { var: name } },
  when: { "!!": { var: name } },
});

const journey = {
  flow: "journey",
  title: "Viaje",
  handoff: { mail: "elsewhere", email: ["who.email"], minutes: 20 },
  steps: {
    who: {
      title: "Quién",
      sections: {
        all: {
          fields: {
            name: { ...text, autocomplete: "name" },
            email: { kind: "email", required: false },
            partner: text,
            other: text,
            terms: {
              kind: "consent",
              label: "Términos",
              text: "Acepto.",
              basis: "Ley de ejemplo",
              why: "Para avisar",
              required: false,
            },
          },
        },
      },
      onContinue: [{ go: "where" }],
    },
    where: {
      title: "Dónde",
      slug: "donde",
      sections: { all: { fields: { place: text } } },
      onContinue: [{ call: "trips.plan", with: {}, onFailure: [{ refuse: "noService" }] }, { go: "when" }],
    },
    when: {
      title: "Cuándo",
      slug: "cuando",
      sections: { all: { fields: { day: text } } },
      onContinue: [{ submit: { deliver: [] } }, begin("who.partner"), begin("who.other"), { go: "end" }],
    },
    end: ending,
  },
  mails: {
    elsewhere: {
      to: { var: "handoff.email" },
      subject: "Sigue en {brand.name}",
      body: "[Seguir]({handoff.link})\n\nCódigo **{handoff.code}**, {handoff.minutes} minutos.",
    },
  },
};
const partner = {
  flow: "partner",
  title: "Con quién",
  handoff: { mail: "elsewhere" },
  mails: journey.mails,
  steps: {
    partner: {
      title: "Con quién",
      sections: { all: { fields: { name: text } } },
      onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
    },
    end: ending,
  },
};
/** One that does not say so. */
const plain = {
  flow: "plain",
  title: "Sin más",
  steps: {
    only: {
      title: "Uno",
      sections: { all: { fields: { name: text } } },
      onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
    },
    end: ending,
  },
};
const service = {
  $schema: "../language/service.schema.json",
  service: "trips",
  calls: { plan: { method: "POST", path: "trips/plan", input: {}, timeout: 5000 } },
};

/** What somebody reads in the mail. */
export interface Mailed {
  to: string[];
  link: string;
  token: string;
  code: string;
  text: string;
}

export interface Journeys {
  product: Product;
  smtp: Smtp;
  clock: ReturnType<typeof setClock>;
  /** A visitor of the brand with nothing yet. */
  device(): Visitor;
  /** The same product as another visitor sees it. */
  as(who: Visitor): Product;
  ask(who: Visitor, run: string, email: string): ReturnType<Visitor["ask"]>;
  arrive(who: Visitor, body: Record<string, unknown>): ReturnType<Visitor["ask"]>;
  /** The mail that comes as the `count`th. */
  mail(count: number): Promise<Mailed>;
}

export const readMail = (text: string): Pick<Mailed, "link" | "token" | "code"> => {
  const [, link = "", token = ""] = /(http:\S+#seguir=([\w-]{43}))/.exec(text) ?? [];
  return { link, token, code: /Código (\d{6})/.exec(text)?.[1] ?? "" };
};

/** Opens the server over it, with a mail server and a clock that stands still until it is set. */
export async function openJourneys(): Promise<Journeys> {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  // Mail servers wait by the real clock, limits and links by this one.
  const clock = setClock(new Date().toISOString());
  const product = await openWritten(
    {
      flows: { journey, partner, plain },
      service,
      kinds: ["text", "email", "consent"],
      routes: { "POST /trips/plan": { body: {} } },
    },
    { env: { SMTP_URL: smtp.url }, clock: clock.now },
  );
  return {
    product,
    smtp,
    clock,
    device: () => visitor(product.app, "SI"),
    as: (who) => productOf(product.app, product.upstream, who),
    ask: (who, run, email) => who.ask("POST", `/api/runs/${run}/handoff`, { email }),
    arrive: (who, body) => who.ask("POST", "/api/handoffs", body),
    mail: async (count) => {
      await until(
        () => smtp.messages.length >= count,
        () => `${smtp.messages.length} of ${count} mails came`,
      );
      const { to, email } = smtp.messages[count - 1]!;
      const read = readMail(email.text ?? "");
      expect(read).toMatchObject({
        token: expect.stringMatching(/^.{43}$/),
        code: expect.stringMatching(/^\d{6}$/),
      });
      return { to, ...read, text: `${email.subject}\n${email.text}\n${email.html}` };
    },
  };
}
