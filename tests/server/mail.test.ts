import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import type { Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Words } from "../../schemas/engine/types/index.ts";
import { headerText, renderMail, type MailContent, type MailDraft } from "../../server/mail/content.ts";
import { listMails, mailMessage, readMail, writeMailFile } from "../../server/mail/files.ts";
import { testSeals } from "../support/data-keys.ts";
import { createMail, type DrawnMail, type MailPayload } from "../../server/mail/transport.ts";
import type { DocumentContent } from "../../server/documents/content.ts";
import { documentLabels } from "../../server/documents/labels.ts";
import { DeliveryRefused } from "../../server/deliveries/refusal.ts";
import { startSmtp } from "../support/smtp.ts";
import { projectRoot } from "./parts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const brand = { name: "Peña & Hijos", colour: "#0b5cab" };
const written = new Date("2026-11-21T12:00:00Z");

const draft: MailDraft = { brand, subject: "Recibimos tu solicitud", body: "Hola" };

const mail = (more: Partial<MailPayload> = {}): MailPayload => ({
  to: "ana@correo.example",
  from: { name: "Peña & Hijos", address: "no-responder@marca.example" },
  draft,
  ...more,
});

/** As earlier versions queued it. */
const drawn = (content: Partial<MailContent> = {}): DrawnMail => {
  const { draft: said, ...envelope } = mail();
  return { ...envelope, ...renderMail(said), ...content };
};

describe("renderMail", () => {
  const body = (words: Words) => {
    const { text, html } = renderMail({ brand, subject: "s", body: words });
    return { text: text.split("\n\n-- ")[0], html: /class="pad words"[^>]*>(.*?)<\/td>/s.exec(html)?.[1] };
  };
  const p = `<p style="margin:0 0 16px">`;

  test.each<[Words, string, string]>([
    ["Hola", "Hola", `${p}Hola</p>`],
    ["a\nb", "a\nb", `${p}a<br>b</p>`],
    ["<b>&\"'", "<b>&\"'", `${p}&lt;b&gt;&amp;&quot;&#39;</p>`],
    [
      [
        { tag: "p", children: ["Hola ", { tag: "strong", children: ["<Ana>"] }, ":"] },
        { tag: "p", children: ["Chao"] },
      ],
      "Hola <Ana>:\n\nChao",
      `${p}Hola <strong>&lt;Ana&gt;</strong>:</p>${p}Chao</p>`,
    ],
    [
      [
        {
          tag: "ul",
          children: [
            { tag: "li", children: ["uno"] },
            { tag: "li", children: ["dos"] },
          ],
        },
      ],
      "- uno\n- dos",
      "<ul><li>uno</li><li>dos</li></ul>",
    ],
    [
      [
        {
          tag: "ol",
          children: [
            { tag: "li", children: ["uno"] },
            { tag: "li", children: ["dos"] },
          ],
        },
      ],
      "1. uno\n2. dos",
      "<ol><li>uno</li><li>dos</li></ol>",
    ],
    [
      [{ tag: "a", href: "https://a.example/?a=1&b=2", children: ["aquí"] }],
      "aquí (https://a.example/?a=1&b=2)",
      `<a href="https://a.example/?a=1&amp;b=2" style="color:#0b5cab">aquí</a>`,
    ],
    [[{ tag: "a", href: "javascript:alert(1)", children: ["aquí"] }], "aquí", "aquí"],
    [["a", { tag: "br", children: [] }, "b"], "a\nb", "a<br>b"],
  ])("%j", (words, text, html) => {
    expect(body(words)).toEqual({ text, html });
  });

  test("an unfilled placeholder is never sent", () => {
    expect(() => body([{ var: "request.name" }])).toThrow("{request.name}");
    expect(() => renderMail({ brand, subject: [{ var: "x" }], body: "" })).toThrow("{x}");
  });

  test.each([
    ["/tu-hora?cita=a", "https://si.example", "https://si.example/tu-hora?cita=a"],
    ["https://www.google.com/maps", undefined, "https://www.google.com/maps"],
    ["/tu-hora", undefined, undefined],
    ["//elsewhere.example/tu-hora", "https://si.example", undefined],
    [String.raw`/\elsewhere.example`, "https://si.example", undefined],
    ["javascript:alert(1)", "https://si.example", undefined],
  ])("a button to %s of %s leads to %s", (href, address, whole) => {
    const whose = { ...brand, ...(address === undefined ? {} : { address }) };
    const drawn = renderMail({ brand: whose, subject: "s", body: "b", buttons: [{ label: "Ver", href }] });
    expect(/Ver: (\S+)/.exec(drawn.text)?.[1]).toBe(whole);
    expect(/class="button"[^]*?href="([^"]+)"/.exec(drawn.html)?.[1]).toBe(whole);
  });

  test("what fields say comes after the words, and what is said of a button over it", () => {
    const says: Words[] = [[{ tag: "ol", children: [{ tag: "li", children: ["Trae <tu> RUT"] }] }]];
    const buttons = [{ label: "Cancelar", href: "https://si.example/x", about: "Hasta el lunes." }];
    const { text, html } = renderMail({ brand, subject: "s", body: "Hola", says, buttons });
    expect(text).toContain("Hola\n\n1. Trae <tu> RUT\n\nHasta el lunes.\n\nCancelar: https://si.example/x\n");
    expect(html).toMatch(
      /Hola<\/p><ol><li>Trae &lt;tu&gt; RUT<\/li><\/ol><p[^>]*>Hasta el lunes\.<\/p><table/,
    );
  });

  test("questions and answers follow, as text and as a table; what a person typed stays text", () => {
    const { text, html } = renderMail({
      brand,
      subject: "s",
      body: "Hola",
      sections: [
        { title: "Tus datos", rows: [{ label: "Nombre", value: "<script>alert(1)</script>" }] },
        { title: "Vacía", rows: [] },
        { rows: [{ label: "Comentario", value: "uno\ndos" }] },
      ],
    });
    expect(text).toBe(
      "Hola\n\nTUS DATOS\nNombre: <script>alert(1)</script>\n\nComentario: uno\n  dos\n\n-- \nPeña & Hijos\n",
    );
    expect(html).toContain(`<html lang="es">`);
    expect(html).toContain("border-top:6px solid #0b5cab");
    expect(html).toContain("Peña &amp; Hijos");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toContain("uno<br>dos");
    expect(html).not.toMatch(/<script|Vacía/);
  });

  test("the total of amounts stands out: a rule over it, and larger and bold", () => {
    const rows = [
      { label: "Precio", value: "$10" },
      { label: "Total", value: "$12", total: true as const },
      { label: "Queda por pagar", value: "$2" },
    ];
    const { text, html } = renderMail({ brand, subject: "s", body: "b", sections: [{ rows }] });
    expect(text).toContain("Precio: $10\nTotal: $12\nQueda por pagar: $2");
    const of = (label: string) => new RegExp(`<tr>(?:(?!<tr>).)*${label}.*?</tr>`).exec(html)![0];
    expect(of("Total").match(/font-size:18px;font-weight:700;border-top:2px solid/g)).toHaveLength(2);
    expect(of("Precio") + of("Queda")).not.toContain("border-top");
  });

  test.each<[string, string]>([
    ["SI-9S19-9Y7N", "SI-9S19-9Y7N"],
    ["000000001-2026.", "000000001-2026"],
    ["Es DJ-2026-000002: guárdalo", "DJ-2026-000002"],
  ])("the number in «%s» is never parted", (words, number) => {
    expect(body(words).html).toContain(`<span style="white-space:nowrap">${number}</span>`);
  });

  test.each([
    "12.345.678-5",
    "maria@A1-B2.example",
    "https://a.example/A1-B2",
    "Ana-María",
    "A-".repeat(20) + "1",
  ])("«%s» is parted where it does not fit", (words) => {
    expect(body(words).html).not.toContain("nowrap");
  });

  test("groups and rows have headings below their section's", () => {
    const { text, html } = renderMail({
      brand,
      subject: "s",
      body: "Hola",
      sections: [
        { title: "Datos", level: 1, rows: [] },
        { title: "Familiar 1", level: 2, rows: [{ label: "Nombre", value: "Luis" }] },
      ],
    });
    expect(text).toContain("Hola\n\nDATOS\n\nFamiliar 1\nNombre: Luis\n");
    expect(html).toMatch(/<h2 [^>]*>Datos<\/h2><h3 [^>]*>Familiar 1<\/h3><table/);
  });

  test("a colour that is none is refused", () => {
    expect(() => renderMail({ brand: { ...brand, colour: "red;} x" }, subject: "", body: "" })).toThrow(
      "#rrggbb",
    );
  });

  test.each([
    ["a\r\nBcc: x@y.example", "a Bcc: x@y.example"],
    ["  a \t b\u0000\u2028c ", "a b c"],
  ])("header text %j", (given, expected) => {
    expect(headerText(given)).toBe(expected);
    expect(renderMail({ brand, subject: given, body: "" }).subject).toBe(expected);
  });
});

describe("mail by SMTP", () => {
  test("to a domain with letters beyond ASCII goes to its punycode", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    const transport = createMail({ smtpUrl: smtp.url, dataDir: "" });
    await transport.send("d-1", mail({ to: "ana@ñandú.cl" }), written);
    const [message] = await smtp.waitFor(1);
    // The mail server of these tests shows an envelope's domain in letters again; what it was sent is in the message.
    expect(message?.raw).toMatch(/^To: <?ana@xn--and-6ma2c\.cl>?\r?$/m);
  });

  test("arrives as it was written", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    const transport = createMail({ smtpUrl: smtp.url, dataDir: "" });
    const said = { brand, subject: "Solicitud ñandú 42", body: "Mañana, año nuevo" };
    await transport.send("d-1", mail({ draft: said, replyTo: "ana@correo.example" }), written);
    const [message] = await smtp.waitFor(1);
    expect(message).toMatchObject({ from: "no-responder@marca.example", to: ["ana@correo.example"] });
    expect(message?.email).toMatchObject({
      messageId: "<d-1@marca.example>",
      subject: "Solicitud ñandú 42",
      from: { name: "Peña & Hijos", address: "no-responder@marca.example" },
      date: "2026-11-21T12:00:00.000Z",
    });
    expect(message?.email.replyTo?.[0]?.address).toBe("ana@correo.example");
    expect(message?.email.text?.replaceAll("\r\n", "\n")).toContain("Mañana, año nuevo");
    expect(message?.email.html).toContain("Mañana, año nuevo");
  });

  test("arrives too as it was drawn when it was queued", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    const transport = createMail({ smtpUrl: smtp.url, dataDir: "" });
    await transport.send("d-1", mail(), written);
    await transport.send("d-1", drawn({ text: "Como era\n" }), written);
    const [one, other] = (await smtp.waitFor(2)).map(({ email }) => email) as [Email, Email];
    expect([other.subject, other.html, other.from]).toEqual([one.subject, one.html, one.from]);
    expect(other.text?.trim()).toBe("Como era");
  });

  test("carries documents, the same ones whenever it is sent", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    const transport = createMail({ smtpUrl: smtp.url, dataDir: "" });
    const document: DocumentContent = {
      format: "pdf",
      name: "sheet-1",
      brand,
      locale: "es-CL",
      title: "Hoja",
      number: "1",
      day: "2026-11-21",
      labels: documentLabels({}),
      sections: [],
    };
    const documents = [document, { ...document, format: "excel" as const }];
    await transport.send("d-1", mail({ documents }), written);
    await transport.send("d-1", mail({ documents }), written);
    const [one, two] = await smtp.waitFor(2);
    const attached = (delivered = one) =>
      delivered!.email.attachments.map(({ filename, mimeType, disposition }) => [
        filename,
        mimeType,
        disposition,
      ]);
    const sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    expect(attached()).toEqual([
      ["sheet-1.pdf", "application/pdf", "attachment"],
      ["sheet-1.xlsx", sheet, "attachment"],
    ]);
    expect(attached(two)).toEqual(attached(one));
    const [pdf, again] = [one, two].map((delivered) => delivered!.email.attachments[0]!.content);
    expect(again).toEqual(pdf);
  });

  test("shows the brand's wordmark within it, and carries an entry for a calendar", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    const transport = createMail({ smtpUrl: smtp.url, dataDir: "", definitionsDir: projectRoot });
    const codes = (await readdir(join(projectRoot, "brands"))).filter((name) => /^[A-Z]{2}$/.test(name));
    const calendar = { name: "cita.ics", text: "BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n" };
    for (const code of codes) {
      const said = { ...draft, brand: { ...brand, code } };
      await transport.send(`d-${code.toLowerCase()}`, mail({ draft: said, calendar }), written);
    }
    const mails = await smtp.waitFor(codes.length);
    expect(codes.length).toBeGreaterThan(5);
    for (const { email } of mails) {
      expect(email.html).toContain(`<img src="cid:wordmark"`);
      const [picture, entry] = email.attachments;
      expect([entry!.filename, entry!.mimeType, entry!.method]).toEqual([
        "cita.ics",
        "text/calendar",
        "PUBLISH",
      ]);
      expect(picture).toMatchObject({
        mimeType: "image/png",
        disposition: "inline",
        contentId: "<wordmark>",
      });
      // Twice as many pixels as it is drawn with, in the form of the one on the pages.
      const bytes = Buffer.from(picture!.content as ArrayBuffer);
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([480, 96]);
    }
  });

  test("a brand without that picture is read by its name", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    const transport = createMail({ smtpUrl: smtp.url, dataDir: "", definitionsDir: projectRoot });
    const said = { ...draft, brand: { ...brand, code: "ZZ" } };
    await transport.send("d-1", mail({ draft: said }), written);
    const [message] = await smtp.waitFor(1);
    expect(message!.email.attachments).toEqual([]);
    expect(message!.email.html).toMatch(/<img [^>]*alt="Peña &amp; Hijos"/);
  });

  test("no line break gets into a header", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    const from = { name: "Ana\r\nBcc: otra@correo.example", address: "no-responder@marca.example" };
    const transport = createMail({ smtpUrl: smtp.url, dataDir: "" });
    const subject = "Hola\r\nBcc: otra@correo.example\r\n\r\ncuerpo";
    await transport.send("d-1", mail({ from, draft: { ...draft, subject } }), written);
    await transport.send("d-2", { ...drawn({ subject }), from }, written);
    for (const message of await smtp.waitFor(2)) {
      expect(message.to).toEqual(["ana@correo.example"]);
      expect(message.email.bcc).toBeUndefined();
      expect(message.email.subject).toBe("Hola Bcc: otra@correo.example cuerpo");
    }
  });

  test.each([
    ["two addresses", { to: "a@b.example, c@d.example" }],
    ["a name", { to: "Ana <a@b.example>" }],
    ["a line break", { to: "a@b.example\r\nRCPT TO:<c@d.example>" }],
    ["no address", { to: "ana" }],
    ["no text", { to: undefined as unknown as string }],
    ["a list to answer to", { replyTo: "a@b.example,c@d.example" }],
    ["a sender that is none", { from: { name: "x", address: "x" } }],
    ["what cannot be drawn", { draft: { ...draft, body: [{ var: "nobody" }] } }],
  ])("%s is refused for good", async (_name, more) => {
    const transport = createMail({ smtpUrl: "smtp://127.0.0.1:9", dataDir: "" });
    await expect(transport.send("d-1", mail(more), written)).rejects.toThrow(DeliveryRefused);
  });

  test.each([
    [450, false],
    [550, true],
  ])("a recipient refused with %i", async (code, final) => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    smtp.refuse(code);
    const error = await createMail({ smtpUrl: smtp.url, dataDir: "" })
      .send("d-1", mail(), written)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof DeliveryRefused).toBe(final);
  });

  test("a wrong login is ours to mend: not final", async () => {
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(Object.assign(new Error("no"), { responseCode: 535 })),
    });
    const listener = server.listen(0, "127.0.0.1");
    await once(listener, "listening");
    onTestFinished(() => server.close());
    const { port } = listener.address() as AddressInfo;
    const error = await createMail({ smtpUrl: `smtp://user:word@127.0.0.1:${port}`, dataDir: "" })
      .send("d-1", mail(), written)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ responseCode: 535 });
    expect(error).not.toBeInstanceOf(DeliveryRefused);
  });

  test("a server that says nothing is given up", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const transport = createMail(
      { smtpUrl: `smtp://127.0.0.1:${port}`, dataDir: "" },
      { timeoutMs: 200, maxDurationMs: 400 },
    );
    const error = await transport.send("d-1", mail(), written).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(DeliveryRefused);
  });
});

describe("mail as files", () => {
  test("one file for one delivery, however often; listed newest first and read back", async () => {
    const dataDir = await temporaryFolder();
    const transport = createMail({ dataDir, seals: testSeals });
    await transport.send("d-1", mail({ draft: { ...draft, subject: "Primero, ñandú" } }), written);
    await transport.send("d-1", mail({ draft: { ...draft, subject: "Primero, ñandú" } }), written);
    await transport.send(
      "d-2",
      mail({ draft: { ...draft, subject: "Segundo" } }),
      new Date(written.getTime() + 60_000),
    );
    expect((await readdir(join(dataDir, "mail"))).toSorted()).toEqual(["d-1.eml", "d-2.eml"]);
    expect(String(await mailMessage({ dataDir, seals: testSeals }, "d-1"))).toContain(
      "Message-ID: <d-1@marca.example>",
    );
    expect(await readFile(join(dataDir, "mail", "d-1.eml"), "latin1")).not.toContain("Message-ID");
    expect(await listMails({ dataDir, seals: testSeals })).toEqual([
      { id: "d-2", to: "ana@correo.example", subject: "Segundo", date: "2026-11-21T12:01:00.000Z" },
      { id: "d-1", to: "ana@correo.example", subject: "Primero, ñandú", date: "2026-11-21T12:00:00.000Z" },
    ]);
    expect(await listMails({ dataDir, seals: testSeals }, 1)).toHaveLength(1);
    expect(await readMail({ dataDir, seals: testSeals }, "d-1")).toMatchObject({
      from: "no-responder@marca.example",
      text: expect.stringContaining("Hola"),
      html: expect.stringContaining(">Hola</p>"),
    });
  });

  test("a half-written file is not listed", async () => {
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, "mail"));
    await writeFile(join(dataDir, "mail", "d-1.eml.part"), "From: x");
    expect(await listMails({ dataDir, seals: testSeals })).toEqual([]);
  });

  test("without any mail there is an empty list", async () => {
    expect(await listMails({ dataDir: await temporaryFolder(), seals: testSeals })).toEqual([]);
  });

  test.each(["", "../secret", "d/1", "D-1", ".", "a".repeat(81), "d-1.eml"])(
    "the id %j opens nothing",
    async (id) => {
      const dataDir = await temporaryFolder();
      await writeFile(join(dataDir, "secret.eml"), "Subject: x\r\n\r\n");
      expect(await readMail({ dataDir, seals: testSeals }, id)).toBeUndefined();
      await expect(writeMailFile({ dataDir, seals: testSeals }, id, Buffer.from(""))).rejects.toThrow();
    },
  );
});
