import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createDeliver } from "../../server/deliveries/deliver.ts";
import { deliverMails } from "../../server/mail/deliver-mail.ts";
import { deliverCalls, type CallDeliveryDeps } from "../../server/services/deliver-call.ts";
import { testSeals } from "../support/data-keys.ts";
import { createMail, type MailTransport } from "../../server/mail/transport.ts";
import type { CallResult, Services } from "../../server/services/services.ts";
import { deadDeliveries, enqueueDeliveries } from "../../server/store/deliveries.ts";
import { startSmtp } from "../support/smtp.ts";
import { until } from "../support/until.ts";
import { createLimits, type Limits } from "../../server/http/limits.ts";
import { mailboxOf } from "../../server/mail/mail-limits.ts";
import { mailPayload, queue, settled, startWorker } from "./delivery-parts.ts";
import { allDeliveries, keptLog, setClock, temporaryStore } from "./parts.ts";

const callServices = (call: Services["call"]): Services => ({
  call,
  embedded: [],
  circuits: () => [],
  close: async () => {},
});
const answering = (result: Partial<CallResult>): Services =>
  callServices(async () => ({ ok: true, status: 200, data: null, ...result }));

const deliverBoth = ({
  mail,
  queue: into = async () => {},
  ...deps
}: Omit<CallDeliveryDeps, "queue"> & Partial<CallDeliveryDeps> & { mail: MailTransport }) =>
  createDeliver({ mail: deliverMails(mail), call: deliverCalls({ ...deps, queue: into }) });

describe("carrying out", () => {
  test("mail: the server is down, comes back, and has one mail", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    await smtp.stop();
    const { store, dataDir } = await temporaryStore();
    const clock = setClock();
    const mail = createMail({ smtpUrl: smtp.url, dataDir });
    const deliver = deliverBoth({ mail, services: answering({}), revision: async () => undefined });
    await queue(store, clock.now());
    const worker = startWorker(store, clock.now, deliver);
    await until(
      async () => (await allDeliveries(store.db))[0]?.last_error !== null,
      () => "did not fail",
    );
    expect((await allDeliveries(store.db))[0]).toMatchObject({ state: "queued", attempts: 1 });
    await smtp.restart();
    clock.pass(10);
    worker.wake();
    await settled(store, "delivered");
    const [message] = await smtp.waitFor(1);
    const [delivery] = await allDeliveries(store.db);
    expect(message?.email.messageId).toBe(`<${delivery?.id}@marca.example>`);
    expect(smtp.messages).toHaveLength(1);
  });

  test("mail: of those to one mailbox that came from answers the eleventh of an hour is left out", async () => {
    const { store } = await temporaryStore();
    const clock = setClock("2026-11-21T12:00:00.000Z");
    const sent: string[] = [];
    const mail: MailTransport = {
      send: async (_id, { to }) => void sent.push(to),
      close: async () => {},
    };
    const open = () => createLimits({ store, clock: clock.now, log: keptLog(), factor: 1 });
    const work = (limits: Limits) => {
      const call = deliverCalls({
        services: answering({}),
        revision: async () => undefined,
        queue: async () => {},
      });
      return startWorker(store, clock.now, createDeliver({ mail: deliverMails(mail, limits), call }));
    };
    const queued = async (to: string, isFromAnswers: boolean) =>
      await queue(store, clock.now(), {
        payload: { ...mailPayload, to, ...(isFromAnswers ? { isFromAnswers } : {}) },
      });
    const first = work(open());
    for (let index = 0; index < 6; index++) await queued("Ana@correo.example", true);
    for (let index = 0; index < 12; index++) await queued("taller@marca.example", false);
    first.wake();
    await settled(store, "delivered");
    await first.stop();
    // Another server counts on, however the address is written.
    const second = work(open());
    for (let index = 0; index < 6; index++) await queued(`ana+${index}@correo.example`, true);
    await queued("eva@correo.example", true);
    second.wake();
    await settled(store, "delivered");
    const people = sent.filter((to) => to !== "taller@marca.example");
    expect([people.length, sent.length - people.length]).toEqual([11, 12]);
    expect(second.log.text()).toContain("too many mails to its address");
    expect(second.log.text()).not.toContain("ana+");
    clock.pass(3600);
    await queued("ana@correo.example", true);
    second.wake();
    await settled(store, "delivered");
    expect(sent.at(-1)).toBe("ana@correo.example");
  });

  test.each([
    ["Ana.Rojas+x@Correo.example", "ana.rojas@correo.example"],
    ["a.n.a+x+y@GMail.com", "ana@gmail.com"],
    ['odd"@"name@host.example', 'odd"@"name@host.example'],
  ])("mail: %s ends up in %s", (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });

  test("mail: a recipient refused for good is dead at once", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    smtp.refuse(550);
    const { store, dataDir } = await temporaryStore();
    const { now } = setClock();
    const mail = createMail({ smtpUrl: smtp.url, dataDir });
    await queue(store, now());
    startWorker(store, now, deliverBoth({ mail, services: answering({}), revision: async () => undefined }));
    await settled(store, "dead");
    expect((await deadDeliveries(store.db))[0]?.last_error).toMatch(/recipients were rejected/);
  });

  const call = { brand: "SI", call: "a.b", input: { x: 1 }, revision: "hash" };
  const revision = { hash: "hash" } as never;

  test("call: goes to the service of its revision, with the delivery's id as key", async () => {
    const { store, dataDir } = await temporaryStore();
    const { now } = setClock();
    const asked = vi.fn<Services["call"]>(async () => ({ ok: true, status: 201, data: null }));
    const find = vi.fn<CallDeliveryDeps["revision"]>(async () => revision);
    const mail = createMail({ dataDir, seals: testSeals });
    await queue(store, now(), { kind: "call", payload: call });
    startWorker(store, now, deliverBoth({ mail, services: callServices(asked), revision: find }));
    await settled(store, "delivered");
    const [delivery] = await allDeliveries(store.db);
    expect(asked.mock.calls).toEqual([[{ revision, call: "a.b", input: { x: 1 }, key: delivery?.id }]]);
    expect(find).toHaveBeenCalledWith("SI", "hash");
  });

  test("call: what follows it goes out once it succeeded, and once for each", async () => {
    const { store, dataDir } = await temporaryStore();
    const { now, pass } = setClock();
    const answers = [500, 200];
    const asked: Services["call"] = async () => {
      const status = answers.shift() ?? 200;
      return status === 200
        ? { ok: true, status, data: null }
        : { ok: false, status, failure: "status", data: null };
    };
    const from = { name: "Marca", address: "no-responder@marca.example" };
    const payload = {
      to: "ana@correo.cl",
      from,
      subject: "Confirmado",
      text: "Confirmado",
      html: "<p>Confirmado</p>",
    };
    const after = [{ kind: "mail", payload }];
    await queue(store, now(), { kind: "call", payload: { ...call, after } });
    const into = vi.fn<CallDeliveryDeps["queue"]>((all) => enqueueDeliveries(store.db, all, now()));
    const deps = { mail: createMail({ dataDir, seals: testSeals }), services: callServices(asked) };
    const deliver = deliverBoth({ ...deps, revision: async () => revision, queue: into });
    const worker = startWorker(store, now, deliver);
    await until(
      async () => (await allDeliveries(store.db))[0]!.attempts === 1 && answers.length === 1,
      () => "not tried",
    );
    await settled(store, "queued");
    expect(into).not.toHaveBeenCalled();
    pass(3_600);
    worker.wake();
    await until(
      async () => (await allDeliveries(store.db)).length === 2,
      () => "nothing follows",
    );
    await settled(store, "delivered");
    // An answer that was lost is asked for again: nothing follows twice.
    const [first] = await allDeliveries(store.db);
    await deliver({ ...first!, lease_owner: "", lease_until: "" });
    expect(await allDeliveries(store.db)).toHaveLength(2);
  });

  test.each<[Partial<CallResult>, string]>([
    [{ ok: false, status: 400, failure: "status" }, "dead"],
    [{ ok: false, status: 404, failure: "status" }, "dead"],
    [{ ok: false, status: 404, failure: "empty" }, "delivered"],
    [{ ok: false, status: 408, failure: "status" }, "queued"],
    [{ ok: false, status: 425, failure: "status" }, "queued"],
    [{ ok: false, status: 429, failure: "status" }, "queued"],
    [{ ok: false, status: 302, failure: "status" }, "queued"],
    [{ ok: false, status: 500, failure: "status" }, "queued"],
    [{ ok: false, status: 0, failure: "timeout" }, "queued"],
    [{ ok: false, status: 0, failure: "unreachable" }, "queued"],
    [{ ok: false, status: 200, failure: "garbled" }, "queued"],
  ])("call: %j is then %s", async (result, state) => {
    const { store, dataDir } = await temporaryStore();
    const { now } = setClock();
    await queue(store, now(), { kind: "call", payload: call });
    const parts = {
      mail: createMail({ dataDir, seals: testSeals }),
      services: answering(result),
      revision: async () => revision,
    };
    startWorker(store, now, deliverBoth(parts));
    const first = async () => (await allDeliveries(store.db))[0]!;
    await until(
      async () => (await first()).attempts === 1 && (await first()).state !== "leased",
      () => "was not tried",
    );
    expect(await first()).toMatchObject({ state, attempts: 1 });
  });

  test("call: without its revision it waits for one", async () => {
    const { store, dataDir } = await temporaryStore();
    const { now } = setClock();
    await queue(store, now(), { kind: "call", payload: call });
    const parts = {
      mail: createMail({ dataDir, seals: testSeals }),
      services: answering({}),
      revision: async () => undefined,
    };
    startWorker(store, now, deliverBoth(parts));
    await until(
      async () => (await allDeliveries(store.db))[0]?.last_error !== null,
      () => "did not fail",
    );
    expect((await allDeliveries(store.db))[0]?.state).toBe("queued");
  });
});
