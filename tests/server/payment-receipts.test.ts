/** What a receipt shows of each kind of card, by the provider's code. */
import { expect, it } from "vitest";
import { receiptOf } from "../../server/payments/event.ts";
import type { Payment } from "../../server/store/payments.ts";

const row: Payment = {
  id: "p",
  brand: "SI",
  run: "r",
  wait: "w",
  provider: "webpay",
  token_hash: "",
  address: "https://si.example/api/payments/a",
  order_number: "123456789012",
  session_id: "s",
  amount: 150_000,
  currency: "CLP",
  description: "Pedido",
  state: "accepted",
  status: "AUTHORIZED",
  response_code: 0,
  receipt: null,
} as Payment;

const paidWith = (paymentType: string, instalments: number) =>
  receiptOf({
    ...row,
    receipt: JSON.stringify({
      authorization: "1213",
      paymentType,
      lastFour: "6623",
      instalments,
      paidAt: "2026-11-21T12:05:00Z",
    }),
  });

it.each([
  ["VN", 0, "credit", { instalments: 0 }],
  ["VC", 6, "credit", { instalments: 6 }],
  ["SI", 3, "credit", { instalments: 3 }],
  ["S1", 2, "credit", { instalments: 2 }],
  ["S2", 2, "credit", { instalments: 2 }],
  ["NC", 12, "credit", { instalments: 12 }],
  ["VD", 0, "debit", {}],
  ["VD", 3, "debit", {}],
  ["VP", 0, "debit", {}],
  ["XX", 3, "other", { instalments: 3 }],
] as const)("%s in %i instalments", (paymentType, instalments, method, shown) => {
  expect(paidWith(paymentType, instalments)).toEqual({
    order: "123456789012",
    session: "s",
    amount: 150_000,
    currency: "CLP",
    description: "Pedido",
    status: "AUTHORIZED",
    code: 0,
    authorization: "1213",
    method,
    paymentType,
    lastFour: "6623",
    paidAt: "2026-11-21T12:05:00Z",
    ...shown,
  });
});

it("of a payment that was not taken it shows no card", () => {
  const rejected = { ...row, state: "rejected", status: "FAILED", response_code: -1 } as Payment;
  expect(Object.keys(receiptOf(rejected))).toEqual([
    "order",
    "session",
    "amount",
    "currency",
    "description",
    "status",
    "code",
  ]);
});
