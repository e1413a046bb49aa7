/** What is read of a credit: its fee, all that the law wants beside it, the table of fees, the amortisation table. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { View } from "../../renderer/page/view-props.ts";
import type { WordsReader } from "../../renderer/page/words.ts";
import CreditFees from "../../renderer/views/dealers/CreditFees.tsx";
import CreditResult from "../../renderer/views/dealers/CreditResult.tsx";
import CreditSchedule from "../../renderer/views/dealers/CreditSchedule.tsx";
import type { SimulatedCredit } from "../../renderer/views/dealers/simulated-credit.ts";

function textOf(Shown: View, name: string, value: unknown): string {
  const file = join(import.meta.dirname, `../../schemas/views/dealers/${name}.json`);
  const { wording } = JSON.parse(readFileSync(file, "utf8")) as { wording: Record<string, string> };
  const own: WordsReader = {
    words: (key) => wording[key]!,
    text: (key) => wording[key]!,
    fill: (key, values) => wording[key]!.replace(/\{(\w+)\}/g, (_, one: string) => values[one]!),
  };
  return renderToString(
    <MemoryRouter>
      <Shown value={value} block={{ block: "view" }} own={own} />
    </MemoryRouter>,
  )
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/[\s\u00a0]+/g, " ")
    .trim();
}

const chile: SimulatedCredit = {
  financial: "Crédito Convencional",
  currency: "CLP",
  price: 12_490_000,
  initialPayment: 4_996_000,
  initialPaymentPercentage: 40,
  dues: 36,
  duesValue: 282_418,
  totalCredit: 10_167_073,
  annualEquivalency: 21.02,
  annualEquivalencyName: "CAE",
  guaranteedFutureValue: 0,
  validUntil: "2027-12-31",
};
const peru: SimulatedCredit = {
  ...chile,
  currency: "USD",
  price: 12_990,
  initialPayment: 5_196,
  initialPaymentPEN: 19_485,
  dues: 37,
  duesValue: 206.54,
  duesValuePEN: 774.53,
  totalCredit: 12_676.08,
  totalCreditPEN: 47_535.3,
  annualEquivalency: 26.73,
  annualEquivalencyName: "TCEA",
  guaranteedFutureValue: 5_196,
  guaranteedFutureValuePEN: 19_485,
  exchangeRate: 3.75,
  exchangeDate: "2026-11-20",
};

test.each<[string, SimulatedCredit, string[], string[]]>([
  [
    "in Chile",
    chile,
    ["$282.418", "36 cuotas", "$4.996.000 · 40 %", "$10.167.073", "CAE 21,02 %", "31/12/2027"],
    ["Valor futuro", "S/"],
  ],
  [
    "in Peru, in dollars and in soles",
    peru,
    [
      "USD 206.54 S/ 774.53",
      "USD 12,676.08 S/ 47,535.30",
      "TCEA 26.73 %",
      "Valor futuro garantizado USD 5,196.00",
      "3.75 del 20/11/2026",
    ],
    ["CAE"],
  ],
  [
    "with a fee of 0",
    { ...chile, duesValue: 0, description: "Este crédito no se ofrece en ese plazo" },
    ["Lamentamos informar que no está disponible esta opción", "Este crédito no se ofrece en ese plazo."],
    ["$", "CAE"],
  ],
  [
    "with a fee of 0 and nothing else",
    { duesValue: 0 },
    ["Lamentamos informar que no está disponible esta opción"],
    ["$", "CAE"],
  ],
  [
    "without its total cost",
    { dues: 36, duesValue: 282_418, annualEquivalency: 21.02 },
    ["Lamentamos informar que no está disponible esta opción"],
    ["$", "21,02"],
  ],
])("a credit %s", (_name, credit, read, unread) => {
  const text = textOf(CreditResult, "credit-result", credit);
  for (const words of read) expect(text).toContain(words);
  for (const words of unread) expect(text).not.toContain(words);
});

test("the table of fees has every term and down payment, and says what there is not", () => {
  const fee = (dues: number, initialPayment: number, duesValue: number) => ({
    dues,
    initialPayment,
    duesValue,
  });
  const text = textOf(CreditFees, "credit-fees", {
    currency: "CLP",
    fees: [fee(24, 20, 500_000), fee(24, 25, 470_000), fee(36, 20, 380_000)],
  });
  expect(text).toContain("Pie 24 cuotas 36 cuotas 20 % $500.000 $380.000 25 % $470.000 –");
});

test("the amortisation table has a row for each payment", () => {
  const text = textOf(CreditSchedule, "credit-schedule", {
    currency: "CLP",
    schedule: [
      { number: 1, payment: 282_418, principal: 165_827, interest: 116_591, charges: 0, balance: 7_659_085 },
    ],
  });
  expect(text).toContain(
    "(1 pagos) N.º Pago Capital Interés Seguros y gastos Saldo 1 $282.418 $165.827 $116.591 $0 $7.659.085",
  );
});
