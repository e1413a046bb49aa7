/** A real SMTP server that keeps what it is given, refuses when told, and can go away and come back. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { until } from "./until.ts";

export interface Delivered {
  from: string;
  /** Recipients of the envelope. */
  to: string[];
  /** As it came over the wire. */
  raw: string;
  email: Email;
}

export interface Smtp {
  /** For SMTP_URL. */
  url: string;
  port: number;
  messages: Delivered[];
  /** Transactions that were begun: one for each MAIL FROM. */
  attempts(): number;
  /** From now on every recipient is refused with this code, e.g. 450 (for now) or 550 (for good). */
  refuse(code: number): void;
  /** From now on everything is taken again. */
  accept(): void;
  /** Waits until so many messages have come, and gives them back. Fails after `limit` milliseconds. */
  waitFor(count: number, limit?: number): Promise<Delivered[]>;
  stop(): Promise<void>;
  /** Listens again on the same port. What was delivered before is still there. */
  restart(): Promise<void>;
}

/** Starts one on a random port. */
export async function startSmtp(): Promise<Smtp> {
  const messages: Delivered[] = [];
  let refusal: number | undefined;
  let begun = 0;

  const make = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ["AUTH", "STARTTLS"],
      logger: false,
      onMailFrom(_address, _session, done) {
        begun += 1;
        done();
      },
      onRcptTo(_address, _session, done) {
        if (refusal === undefined) done();
        else done(Object.assign(new Error("refused by the test"), { responseCode: refusal }));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const raw = Buffer.concat(chunks);
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? "" : mailFrom.address;
          PostalMime.parse(raw)
            .then((email) => {
              messages.push({ from, to: rcptTo.map(({ address }) => address), raw: raw.toString(), email });
              done();
            })
            .catch((error: unknown) => done(error as Error));
        });
      },
    });

  let server: SMTPServer | undefined;
  async function listen(wanted: number): Promise<number> {
    server = make();
    // A client that goes away in the middle is no failure of the test's server.
    server.on("error", () => {});
    const listener = server.listen(wanted, "127.0.0.1");
    await once(listener, "listening");
    return (listener.address() as AddressInfo).port;
  }
  async function stop(): Promise<void> {
    const current = server;
    server = undefined;
    if (current !== undefined) await new Promise<void>((resolve) => current.close(resolve));
  }

  const port = await listen(0);
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    messages,
    attempts: () => begun,
    refuse: (code) => {
      refusal = code;
    },
    accept: () => {
      refusal = undefined;
    },
    waitFor: async (count, limit) => {
      await until(
        () => messages.length >= count,
        () => `${messages.length} of ${count} mails came`,
        limit,
      );
      return messages;
    },
    stop,
    restart: async () => {
      await stop();
      await listen(port);
    },
  };
}
