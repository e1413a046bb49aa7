/** Payments as flows call them: an embedded service, with the paths of the specification. */
import { tokenPattern } from "../random.ts";
import {
  callerByCode,
  refusal,
  type EmbeddedService,
  type ServiceAnswer,
  type ServiceRequest,
} from "../services/embedded/service.ts";
import { findPayment, findPaymentBy, type Payment } from "../store/payments.ts";
import type { Store } from "../store/store.ts";
import { findWaitByToken, type Wait } from "../store/waits.ts";
import { waitTokenHash } from "../runs/prepare-waits.ts";
import { authorize, sessionOf } from "./card-calls.ts";
import { receiptOf } from "./event.ts";
import { PaymentUnderWay, paymentTokenHash, type Payments } from "./payments.ts";
import {
  amountOf,
  ForeignReturn,
  isCurrency,
  ProviderFailure,
  smallestUnits,
  type Receipt,
} from "./provider.ts";
import { onlyCurrency, providerFor } from "./providers.ts";

export const paymentServiceName = "payments";

interface PaymentServiceDeps {
  store: Store;
  payments: () => Payments;
}

/** The inputs are those of a program, or of whoever has the key of the services: never a shopper's. */
async function begin(
  { store, payments }: PaymentServiceDeps,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  const { brand, body, headers } = request;
  const { amount, returnUrl, description = "", ...rest } = (body ?? {}) as Record<string, unknown>;
  const { currency = onlyCurrency(brand.facts), ...others } = rest;
  const unknown = Object.keys(others).find((name) => !["rut", "dni"].includes(name));
  if (unknown !== undefined) return refusal(400, `${JSON.stringify(unknown.slice(0, 40))} no se conoce`);
  if (!isCurrency(currency)) return refusal(400, '"currency" debe ser CLP, USD o PEN');
  if (typeof amount !== "number" || smallestUnits(amount, currency) === undefined)
    return refusal(400, '"amount" debe ser un monto mayor que 0 de esa moneda');
  if (typeof description !== "string" || description.length > 120)
    return refusal(400, '"description" debe ser un texto de hasta 120 caracteres');
  const wait = await waitAt(store, brand.code, returnUrl);
  if (!wait) return refusal(400, '"returnUrl" debe ser la dirección de algo que espera');
  const provider = providerFor(brand.facts, currency);
  if (!provider) return refusal(409, `La marca no cobra en ${currency}`);
  try {
    const payment = await payments().begin(wait, {
      brand: brand.code,
      provider,
      amount,
      currency,
      description,
      clientIp: headers["x-forwarded-for"],
    });
    return { status: 200, body: begun(payment) };
  } catch (error) {
    if (error instanceof PaymentUnderWay) return refusal(409, "Ya hay un pago en curso ahí");
    if (error instanceof ProviderFailure) return refusal(502, "El medio de pago no responde");
    throw error;
  }
}

const begun = ({ address, provider_url, provider_token, order_number, expires_at }: Payment) => ({
  url: provider_url ?? address,
  token: provider_token,
  order: order_number,
  page: new URL(address).pathname,
  until: expires_at,
});

const waitPath = new RegExp(`^/api/events/(${tokenPattern.slice(1, -1)})$`);

async function waitAt(store: Store, brand: string, address: unknown): Promise<Wait | undefined> {
  const url = typeof address === "string" && URL.canParse(address) ? new URL(address) : undefined;
  const token = url && waitPath.exec(url.pathname)?.[1];
  if (token === undefined) return undefined;
  const wait = await findWaitByToken(store.db, brand, waitTokenHash(token));
  return wait && ["prepared", "waiting"].includes(wait.state) ? wait : undefined;
}

/** What came of a payment, by what the provider gave back. Asking settles it, as the return itself does. */
async function result(
  { store, payments }: PaymentServiceDeps,
  { brand, query }: ServiceRequest,
): Promise<ServiceAnswer> {
  const token = query["token_ws"] ?? query["TBK_TOKEN"];
  const order = query["TBK_ORDEN_COMPRA"];
  const found =
    token !== undefined
      ? await findPaymentBy(store.db, "provider_token_hash", paymentTokenHash(token))
      : order !== undefined
        ? await findPaymentBy(store.db, "order_number", order)
        : undefined;
  if (!found || found.brand !== brand.code) return refusal(404, "No hay tal pago");
  try {
    await payments().takeReturn(found, query);
  } catch (error) {
    if (error instanceof ForeignReturn) return refusal(400, "Esa vuelta no es de este pago");
    throw error;
  }
  return { status: 200, body: resultOf((await findPayment(store.db, found.id))!) };
}

/** As the specification has it: a cancelled one has no code, a rejected one the provider's, or -1. */
function resultOf(payment: Payment): Record<string, unknown> {
  const { state, order_number: buyOrder, session_id: sessionId, response_code, status } = payment;
  const common = { status: status ?? "INITIALIZED", buyOrder, amount: amountOf(payment), sessionId };
  if (state === "rejected") return { ...common, responseCode: response_code ?? -1 };
  if (state !== "accepted" || payment.receipt === null) return common;
  const receipt = JSON.parse(payment.receipt) as Receipt;
  return {
    ...common,
    responseCode: 0,
    paymentTypeCode: receipt.paymentType,
    cardDetail: { card_number: receipt.lastFour },
    installmentsNumber: receiptOf(payment)["instalments"] ?? 0,
    transactionDate: receipt.paidAt,
  };
}

export const paymentService = (parts: PaymentServiceDeps): EmbeddedService => ({
  service: paymentServiceName,
  caller: callerByCode,
  routes: [
    { method: "POST", path: "/customer/api/payments", handle: (request) => begin(parts, request) },
    { method: "GET", path: "/customer/api/payments", handle: (request) => result(parts, request) },
    {
      method: "POST",
      path: "/customer/api/payment/niubiz/session-token",
      handle: async (request) => {
        const { returnUrl } = (request.body ?? {}) as Record<string, unknown>;
        const wait = await waitAt(parts.store, request.brand.code, returnUrl);
        return await sessionOf(parts.store.db, request, wait);
      },
    },
    {
      method: "POST",
      path: "/customer/api/payment/niubiz",
      handle: (request) => authorize({ db: parts.store.db, payments: parts.payments() }, request),
    },
  ],
});
