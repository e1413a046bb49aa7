/** What a run's request hands on to the calls of its program: the proof that a person asks, and the run's files. */
import { expect, test } from "vitest";
import { until } from "../support/until.ts";
import { openWritten, type Product, type Written } from "./program-parts.ts";
import { pdf, upload } from "./files-parts.ts";

const papers: Written = {
  kinds: ["text", "file"],
  routes: { "POST /papers": { body: { status: "ok" } }, "POST /papers/copy": { body: {} } },
  service: {
    service: "papers",
    calls: {
      send: {
        method: "POST",
        path: "papers",
        input: { file: {}, note: { type: "string" } },
        captcha: true,
        multipart: {
          files: { files: { var: "input.file" } },
          fields: { note: { var: "input.note" }, all: { var: "input" } },
        },
        timeout: 9000,
      },
      copy: {
        method: "POST",
        path: "papers/copy",
        input: { file: {} },
        multipart: { files: { copy: { var: "input.file" } } },
        timeout: 9000,
      },
    },
  } as Written["service"],
  flows: {
    papers: {
      flow: "papers",
      title: "Papeles",
      steps: {
        one: {
          title: "Uno",
          sections: {
            main: {
              fields: { paper: { kind: "file", label: "Papel" }, note: { kind: "text", label: "Nota" } },
            },
          },
          onContinue: [
            { submit: { deliver: [{ call: "papers.copy", with: { file: { var: "one.paper" } } }] } },
            {
              call: "papers.send",
              with: { file: { var: "one.paper" }, note: { var: "one.note" } },
              onFailure: [{ refuse: "No se pudo." }],
            },
            { go: "end" },
          ],
        },
        end: { title: "Listo", ends: true },
      },
    },
  },
};

async function begun(product: Product) {
  const run = await product.begin("papers");
  const { status, body: paper } = await upload(product.app, product.who, run, pdf, { field: "one.paper" });
  expect(status).toBe(201);
  return { run, answers: { "one.paper": paper, "one.note": "año" }, paper };
}

/** What a form by HTTP holds, read by another reader than ours. */
async function formIn({
  headers,
  body,
}: Product["upstream"]["requests"][number]): Promise<[string, string][]> {
  const init = { headers: { "content-type": String(headers["content-type"]) } };
  const parts: [string, string][] = [];
  for (const [name, part] of await new Response(String(body), init).formData()) {
    const text = typeof part === "string" ? part : `${part.name} ${part.type} ${await part.text()}`;
    parts.push([name, text]);
  }
  return parts;
}

test("a call of the program carries the captcha and the files, a delivery the files", async () => {
  const product = await openWritten(papers);
  const { run, answers, paper } = await begun(product);
  const sent = await product.proceed(run, answers, { headers: { "x-captcha": "proof-1" } });
  expect(sent.answer).toMatchObject({ outcome: { go: "end" } });
  const { requests } = product.upstream;
  await until(
    () => requests.length === 2,
    () => "no delivery",
  );
  const [send, copy] = requests;
  const content = `carnet.pdf application/pdf ${pdf.toString()}`;
  expect(send!.headers["x-recaptcha-authorization"]).toBe("reCAPTCHA proof-1");
  expect(await formIn(send!)).toEqual([
    ["note", "año"],
    ["all", JSON.stringify({ file: paper, note: "año" })],
    ["files", content],
  ]);
  expect(copy!.path).toBe("/papers/copy");
  expect(copy!.headers).not.toHaveProperty("x-recaptcha-authorization");
  expect(await formIn(copy!)).toEqual([["copy", content]]);
  const stored = JSON.stringify([await product.rows("deliveries"), await product.rows("calls")]);
  expect(stored).not.toContain("proof-1");
});

test("without a captcha the call goes without, and what can be none is a failure of the call", async () => {
  const product = await openWritten(papers);
  const { run, answers } = await begun(product);
  const { requests } = product.upstream;
  const refused = await product.proceed(run, answers, { headers: { "x-captcha": "two words" } });
  expect(refused).toMatchObject({ status: 422, answer: { outcome: { refuse: [{ words: "No se pudo." }] } } });
  expect(requests).toEqual([]);
  expect((await product.proceed(run, answers)).answer).toMatchObject({ outcome: { go: "end" } });
  expect(requests[0]!.headers).not.toHaveProperty("x-recaptcha-authorization");
});

test("a call that failed sends the files again when it is made again", async () => {
  const product = await openWritten(papers);
  const { run, answers } = await begun(product);
  product.upstream.set("POST /papers", { status: 503, body: {} });
  expect((await product.proceed(run, answers)).status).toBe(422);
  product.upstream.set("POST /papers", { body: {} });
  expect((await product.proceed(run, answers)).answer).toMatchObject({ outcome: { go: "end" } });
  const [first, second] = product.upstream.requests;
  expect(second!.headers["idempotency-key"]).toBe(first!.headers["idempotency-key"]);
  expect(await formIn(second!)).toEqual(await formIn(first!));
});
