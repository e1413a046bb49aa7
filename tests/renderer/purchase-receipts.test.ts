/** What somebody who has paid reads: number, what is paid and what is left, what comes next and until when. */
import { expect, test } from "vitest";
import { drawnExample } from "./support/drawn-example.ts";

test.each<[example: string, says: string[]]>([
  [
    "vehicle-reservation/payment-accepted",
    [
      "¡Tu auto está reservado!",
      "|Reserva pagada|$500.000|",
      "|Queda por pagar|$15.790.000|",
      "|Subir tus documentos|",
    ],
  ],
  [
    "vehicle-reservation/payment-accepted-in-soles-wi",
    [
      "¡Tu auto está reservado!",
      "|Reserva pagada|S/\u00a0375|",
      "|Lleva tu DNI y el número de esta reserva.|",
    ],
  ],
  ["vehicle-purchase/payment-accepted", ["¡Tu compra está en marcha!", "|Pagado hoy|$500.000|"]],
  [
    "vehicle-purchase-v2/payment-accepted",
    ["¡Tu compra está en marcha!", "|Pagado hoy|$500.000|", "|Total|"],
  ],
])("%s", async (example, says) => {
  const text = await drawnExample(example);
  const ofAll = [
    "|Número de orden|123456789012|",
    "|Qué viene ahora|",
    "|por transferencia|",
    "|Firma tu compra antes del|02/12/2026|A las|09:05|Agregar al calendario|",
    "|Imprimir|",
  ];
  expect([...says, ...ofAll].filter((words) => !text.includes(words))).toEqual([]);
});

test("a done step says which credit it is, and not the last figures of its result", async () => {
  expect(await drawnExample("vehicle-purchase/credit", "terms")).toMatch(
    /\|Financiamiento\|Crédito Convencional · 20\s% · 36 cuotas\|/,
  );
});
