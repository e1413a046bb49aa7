import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import type { Response } from "undici";
import { expect, it, onTestFinished } from "vitest";
import type { ApiProblem, RunState } from "../../schemas/engine/all.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { startServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { until } from "../support/until.ts";

const kills = 6;
const atOnce = 8;

// Promise 1, in its short form: what was acknowledged is stored once and delivered, whenever the process is killed.
it(
  "SIGKILL at random moments loses no acknowledged submission and doubles none",
  { timeout: 90_000 },
  async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    const server = await startServer({ env: { SMTP_URL: smtp.url } });
    onTestFinished(() => server.close());
    const acknowledged = new Map<string, string>();
    const persons: string[] = [];

    /** One person who does not give up: the same attempt is repeated until it is answered. */
    const person = async (): Promise<void> => {
      const email = `${randomUUID()}@correo.cl`;
      persons.push(email);
      const ask = async (
        url: string,
        body: unknown,
        headers: Record<string, string> = {},
      ): Promise<Response> => {
        for (;;) {
          const response = await server
            .fetch("SI", url, {
              method: "POST",
              body: JSON.stringify(body),
              headers: { "content-type": "application/json", ...headers },
            })
            .catch(() => undefined);
          if (
            response &&
            !(response.status === 409 && ((await response.clone().json()) as ApiProblem).error === "busy")
          )
            return response;
          await wait(50);
        }
      };
      const begun = await ask("/api/runs", { flow: "contact", revision: "-" });
      const cookie = String(begun.headers.get("set-cookie")).split(";", 1)[0]!;
      const run = (await begun.json()) as RunState;
      const body = {
        step: "request",
        version: 0,
        answers: { ...contactAnswers["SI"], "request.email": email },
      };
      const answer = await ask(`/api/runs/${run.run}/continue`, body, {
        cookie,
        "idempotency-key": randomUUID(),
      });
      const { state } = (await answer.json()) as { state: RunState };
      expect(state.status).toBe("done");
      acknowledged.set(email, (state.results["submission"] as { number: string }).number);
    };

    for (let round = 0; round < kills; round++) {
      const people = Array.from({ length: atOnce }, person);
      await wait(Math.random() * 120);
      await server.kill();
      await server.restart();
      await Promise.all(people);
    }

    const mailsTo = (email: string) => smtp.messages.filter(({ to }) => to.includes(email));
    await until(
      () => persons.every((email) => mailsTo(email).length > 0),
      20_000,
      () => "receipts are missing",
    );
    const database = new DatabaseSync(join(server.dataDir, "vitrina.sqlite"), { readOnly: true });
    onTestFinished(() => database.close());
    const rows = database.prepare("select number, state, answers from submissions").all() as Record<
      string,
      string
    >[];
    expect(rows.filter(({ state }) => state !== "accepted")).toEqual([]);
    const stored = rows.map(({ number, answers }) => [JSON.parse(answers!)["request.email"], number]);
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(acknowledged));
    expect(rows).toHaveLength(kills * atOnce);
    // A mail whose sending was cut off may come twice; it says of itself that it is the same.
    for (const email of persons) {
      expect(new Set(mailsTo(email).map(({ email: { messageId } }) => messageId)).size).toBe(1);
    }
  },
);
