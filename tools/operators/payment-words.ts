/** A payment as operators read it. */
import type { readPayment } from "../../server/operators/payments.ts";
import { amountOf } from "../../server/payments/provider.ts";
import { table, time } from "./words.ts";

export type ShownPayment = NonNullable<Awaited<ReturnType<typeof readPayment>>>;

export const stateInWords = {
  pending: "pendiente",
  accepted: "pagado",
  cancelled: "cancelado",
  rejected: "rechazado",
} as const;

const returns = {
  finished: "sí, terminó en el medio de pago",
  cancelled: "sí, lo anuló",
  timeout: "sí, se le acabó el tiempo",
  recovered: "sí, por una pestaña recuperada",
} as const;

const methods: Record<string, string> = { credit: "crédito", debit: "débito" };

type Row = [label: string, value: string | number | null | undefined];

const block = (title: string, rows: Row[]): string => {
  const shown = rows.flatMap(([label, value]) =>
    value === null || value === undefined || value === "" ? [] : [[`  ${label}`, String(value)]],
  );
  return shown.length === 0 ? "" : `${title}\n${table(shown)}\n`;
};

const at = (moment: string | null): string | null => moment && time(moment);

/** As a provider writes it, with its own zone; as it came where it is no time. */
function paidAt(moment: unknown): string | undefined {
  if (typeof moment !== "string") return undefined;
  const parsed = Date.parse(moment);
  return Number.isNaN(parsed) ? moment : time(new Date(parsed).toISOString());
}

export function paymentText(payment: ShownPayment): string {
  const { receipt, currency, refunded } = payment;
  const amount = `${payment.amount} ${currency}`;
  const back = refunded === 0 ? null : `${amountOf({ amount: refunded, currency })} ${currency} de ${amount}`;
  const told = payment.settled_at === null ? null : (at(payment.told_at) ?? "todavía no");
  return [
    block(`Pago ${payment.order_number}`, [
      ["Id", payment.id],
      ["Marca", payment.brand],
      ["Medio de pago", payment.provider],
      ["Monto", amount],
      ["Por", payment.description],
      ["Estado", stateInWords[payment.state]],
      ["Según el medio de pago", payment.status],
      ["Código de respuesta", payment.response_code],
      ["Difiere", payment.differs],
      ["Devuelto", back],
      ["Formulario", payment.run],
      ["Sesión", payment.session_id],
    ]),
    block("Qué pasó", [
      ["Empezó", at(payment.created_at)],
      ["Se puede pagar hasta", at(payment.expires_at)],
      ["Volvió la persona", payment.returned === null ? "no" : returns[payment.returned]],
      ["Se pidió confirmar", at(payment.confirm_began_at)],
      ["Se decidió", at(payment.settled_at)],
      ["Lo decidió", payment.note],
      ["Se avisó al formulario", told],
      ["Hay que devolver todo desde", at(payment.refund_due_at)],
      ["Se pidió devolver", at(payment.refund_began_at)],
      ["Se mira otra vez", at(payment.next_at)],
      ["Último error", payment.last_error],
    ]),
    block("Comprobante", [
      ["Código de autorización", receipt["authorization"] as string | undefined],
      ["Tarjeta", methods[String(receipt["method"])]],
      ["Tipo de pago", receipt["paymentType"] as string | undefined],
      ["Terminada en", receipt["lastFour"] as string | undefined],
      ["Cuotas", receipt["instalments"] as number | undefined],
      ["Pagado", paidAt(receipt["paidAt"])],
    ]),
  ]
    .filter((part) => part !== "")
    .join("\n")
    .trimEnd();
}
