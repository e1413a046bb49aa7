/** People who fill and send the contact form, each as soon as the last one is through: begin, two drafts, send. */
import { request as httpRequest, Agent } from "undici";
import type { RunState } from "../../../schemas/engine/serve.ts";
import { answersOf, createDriver, type Person } from "../../../tests/faults/support/load-driver.ts";

export interface PeopleResult {
  /** Accepted submissions a second. */
  rate: number;
  /** Milliseconds of one request, all kinds of them. */
  p50: number;
  p95: number;
  slowest: number;
  submissions: number;
  /** Answers that are no 2xx, by status. */
  refused: Record<number, number>;
}

const percentile = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** So many at once for so many seconds. Each goes to one of the servers, as behind a balancer that keeps people apart. */
export async function fillAndSend(
  origins: string[],
  { people, seconds }: { people: number; seconds: number },
): Promise<PeopleResult> {
  const times: number[] = [];
  const refused: Record<number, number> = {};
  let accepted = 0;
  const ends = performance.now() + seconds * 1000;

  const one = async (origin: string): Promise<void> => {
    const dispatcher = new Agent({ connections: 1 });
    const driver = createDriver({ origin: () => origin, connections: 1 });
    const host = `si.localhost:${new URL(origin).port}`;
    const ask = async (
      person: Person,
      method: "POST" | "PATCH",
      path: string,
      body: string,
      more: Record<string, string> = {},
    ) => {
      const began = performance.now();
      const answer = await httpRequest(`${origin}${path}`, {
        dispatcher,
        method,
        headers: {
          host,
          origin: `http://${host}`,
          "sec-fetch-site": "same-origin",
          "x-forwarded-for": person.address,
          "content-type": "application/json",
          ...(person.cookie ? { cookie: person.cookie } : {}),
          ...more,
        },
        body,
      });
      const text = await answer.body.text();
      times.push(performance.now() - began);
      const { statusCode: status } = answer;
      if (status >= 300) refused[status] = (refused[status] ?? 0) + 1;
      return { status, text, cookie: String(answer.headers["set-cookie"]).split(";", 1)[0]! };
    };
    // As the page has it: nobody asks for one that there is not.
    let revision = "-";
    const fill = async (): Promise<void> => {
      const person = driver.stranger();
      const asked = JSON.stringify({ flow: "contact", revision });
      const begun = await ask(person, "POST", "/api/runs", asked);
      if (begun.status !== 200) return;
      const { run, version, ...made } = JSON.parse(begun.text) as RunState;
      ({ revision } = made);
      Object.assign(person, { run, version, cookie: begun.cookie });
      const answers = Object.entries(answersOf(person));
      for (const count of [4, 8]) {
        const typed = Object.fromEntries(answers.slice(0, count));
        const body = JSON.stringify({ version, answers: typed });
        await ask(person, "PATCH", `/api/runs/${run}/answers`, body);
      }
      const { path, body, headers } = driver.press(person);
      const sent = await ask(person, "POST", path, body, {
        "idempotency-key": headers["idempotency-key"]!,
      });
      if (sent.status === 200) accepted += 1;
    };
    while (performance.now() < ends) await fill();
    await driver.close();
    await dispatcher.close();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: people }, (_, index) => one(origins[index % origins.length]!)));
  const lasted = (performance.now() - began) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  return {
    rate: accepted / lasted,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    slowest: sorted.at(-1) ?? 0,
    submissions: accepted,
    refused,
  };
}
