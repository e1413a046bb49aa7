/** `npm run operate -- payments`: what operators see of payments, and do. */
import { describe, expect, it } from "vitest";
import { operatePayments } from "../../tools/operators/payments.ts";
import {
  atTheBank,
  beginPaying,
  comeBack,
  ledOf,
  openPaying,
  paymentsOf,
  type Paying,
} from "../server/payment-parts.ts";

async function operated() {
  // The commands go by the time of day.
  const paying = await openPaying({ start: new Date(Date.now() - 1000).toISOString() });
  const { app } = paying.product;
  const { dataDir, databaseUrl } = app.storeConfig;
  const env = {
    ...paying.env,
    DATA_DIR: dataDir,
    DEFINITIONS_DIR: paying.copy,
    SERVICES_PORT: "off",
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const operate = async (...words: string[]) => {
    const { text, code } = await operatePayments([...words, "--format=json"], env);
    return { data: JSON.parse(text), code };
  };
  const inWords = async (...words: string[]) => (await operatePayments(words, env)).text;
  return { paying, operate, inWords, env };
}

/** What the server's metrics say of payments: those above 0. */
const counted = async ({ product }: Paying): Promise<string[]> =>
  (await product.app.metrics.text()).body.match(/^vitrina_payments_.*[1-9]$/gm) ?? [];

async function pay(paying: Paying): Promise<string> {
  const { page } = await beginPaying(paying);
  await comeBack(paying.product.app, page, await atTheBank(paying, page, "approve"));
  return (await paymentsOf(paying.product.app)).at(-1)!.order_number;
}

describe("operators and payments", () => {
  it("list and show what there is, without what opens it", async () => {
    const { paying, operate, inWords } = await operated();
    const order = await pay(paying);
    const { data } = await operate("list", "--state=accepted", "--brand=SI");
    expect(data).toMatchObject([
      { order_number: order, amount: 150_000, currency: "CLP", state: "accepted" },
    ]);
    expect((await operate("list", "--state=pending")).data).toEqual([]);
    expect(await inWords("list")).toMatch(new RegExp(`${order}.*150000 CLP.*pagado \\(AUTHORIZED\\)`));
    const shown = (await operate("show", order)).data;
    expect(shown.receipt).toMatchObject({ order, amount: 150_000, lastFour: "6623", method: "credit" });
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(["address"]));
    expect(JSON.stringify(shown)).not.toContain("/api/payments/");
    const text = await inWords("show", order);
    for (const line of [
      /Monto +150000 CLP/,
      /Estado +pagado/,
      /Terminada en +6623/,
      /Volvió la persona +sí/,
    ]) {
      expect(text).toMatch(line);
    }
    expect((await operate("show", "999")).code).toBe(1);
  });

  it("ask the stand-ins of the server beside them, where there are no credentials", async () => {
    const { paying, env } = await operated();
    const order = await pay(paying);
    const bare = Object.fromEntries(Object.entries(env).filter(([name]) => !/^(WEBPAY|NIUBIZ)_/.test(name)));
    const compare = async (more: Record<string, string>) =>
      (await operatePayments(["reconcile", "--days=999"], { ...bare, ...more })).text;
    expect(await compare({ PAYMENTS_PORT: new URL(paying.standIn.url).port })).toContain("0 sin respuesta");
    expect(await compare({})).toContain("Faltan las credenciales de webpay para SI.");
    expect(order).toMatch(/^\d+$/);
  });

  it("settle what nobody came back from, as its provider says; metrics count it until then", async () => {
    const { paying, operate } = await operated();
    const { run, page } = await beginPaying(paying);
    await atTheBank(paying, page, "approve");
    const [payment] = await paymentsOf(paying.product.app);
    expect(await counted(paying)).toEqual(['vitrina_payments_pending{brand="SI",currency="CLP"} 1']);
    const open = await operate("settle", payment!.order_number, "--why=se pregunta");
    expect([open.data.state, open.code]).toEqual(["pending", 1]);
    const ended = await operate("settle", payment!.id, "--as=cancelled", "--why=lo pidió por teléfono");
    expect([ended.data.state, ended.code]).toEqual(["cancelled", 0]);
    expect(await counted(paying)).toEqual(['vitrina_payments_to_see{why="untold"} 1']);
    paying.clock.pass(60);
    await expect.poll(() => ledOf(paying.product, run)).toBe("Pago Cancelado");
    await expect.poll(() => counted(paying)).toEqual([]);
    const again = await operate("settle", payment!.id, "--why=otra vez");
    expect(again.data.state).toBe("cancelled");
    await expect(operate("settle", payment!.id)).rejects.toThrow("--why");
    await expect(operate("settle", payment!.id, "--as=accepted", "--why=x")).rejects.toThrow("--as");
  });

  it("give money back, never more than was paid", async () => {
    const { paying, operate } = await operated();
    const order = await pay(paying);
    const refused = operate("refund", order, "--amount=150001");
    await expect(refused).rejects.toThrow("Se puede devolver hasta 150000 CLP.");
    const some = await operate("refund", order, "--amount=50000");
    expect(some.data).toMatchObject({ refunded: 50_000, amount: 150_000 });
    const rest = await operate("refund", order);
    expect(rest.data).toMatchObject({ refunded: 150_000 });
    await expect(operate("refund", order)).rejects.toThrow("Ya se devolvió todo.");
    expect(paying.standIn.ledger.all()[0]).toMatchObject({ taken: 150_000, returned: 150_000 });
    expect((await operate("reconcile", "--days=999")).code).toBe(0);
  });

  it("compare with what the providers say, and metrics count what differs", async () => {
    const { paying, operate, inWords } = await operated();
    const order = await pay(paying);
    expect((await operate("reconcile", "--days=999")).data).toMatchObject({
      looked: 1,
      differing: [],
      unanswered: [],
    });
    paying.standIn.ledger.all()[0]!.state = "reversed";
    const { data, code } = await operate("reconcile", "--days=999");
    expect([data.differing, code]).toMatchObject([[{ order, ours: "accepted", theirs: "cancelled" }], 1]);
    expect((await operate("list", "--state=differs")).data).toHaveLength(1);
    expect(await counted(paying)).toEqual(['vitrina_payments_to_see{why="differs"} 1']);
    expect(await inWords("reconcile", "--days=999")).toMatch(/1 difiere;[^]*pagado +cancelled/);
    await paying.standIn.close();
    const silent = (await operate("reconcile", "--days=999")).data;
    expect(silent).toMatchObject({ looked: 1, unanswered: [{ order, why: expect.stringContaining(order) }] });
    expect(await inWords("reconcile", "--days=999")).toMatch(/1 sin respuesta[^]*webpay no responde/);
  });
});
