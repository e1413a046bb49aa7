import type { TestPage } from "./browser.ts";

/** Sends a form with the person's document and e-mail, as the page's own script would. */
export const sendForm = (page: TestPage, document: string, email: string): Promise<string> =>
  page.evaluate(
    async ([identity, mail]) => {
      const ask = async (method: string, path: string, body?: object) => {
        const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
        const options = body ? { method, headers, body: JSON.stringify(body) } : { method };
        return await (await fetch(path, options)).json();
      };
      const { revision } = await ask("GET", "/api/page?path=/leasing");
      const run = await ask("POST", "/api/runs", { flow: "leasing", revision });
      const answers = {
        "request.type": "leasing",
        "request.message": "Hola",
        "request.terms": true,
        "request.name": "Ana Díaz",
        "request.phone": "912345678",
        "request.identity": identity,
        "request.email": mail,
      };
      const sent = await ask("POST", `/api/runs/${run.run}/continue`, {
        step: "request",
        version: run.version,
        answers,
      });
      return String(sent.outcome?.go);
    },
    [document, email],
  );
