import { amountText } from "./amount-text.ts";
import {
  ageInYears,
  dateIsValid,
  daysBetween,
  plusBusinessDays,
  plusDays,
  weekday,
  weekdays,
} from "./date.ts";
import { leastOf, lookUp, numbersBetween, sumOf } from "./lists.ts";
import { discounted } from "./discount.ts";
import { rounded } from "./rounded.ts";
import { phoneIsValid } from "./phone.ts";
import { joinedText } from "./joined-text.ts";
import { digits, plainText } from "./plain-text.ts";
import { slotDates, slotTimes } from "./time-slots.ts";

import type { Operation } from "./common/operation.ts";
import { packs } from "./packs.ts";

export type { Operation } from "./common/operation.ts";

export const operations: Record<string, Operation> = {
  "phone.isValid": {
    arguments: 2,
    says: "Si el texto es un número de teléfono del país (segundo argumento), sin el código del país.",
    evaluate: phoneIsValid,
  },
  "date.isValid": {
    arguments: 1,
    says: "Si el texto es un día que existe.",
    evaluate: dateIsValid,
  },
  "date.ageInYears": {
    arguments: 2,
    days: [0, 1],
    says: "Los años cumplidos entre un nacimiento y un día (segundo argumento).",
    evaluate: ageInYears,
  },
  "text.digits": {
    arguments: 1,
    says: "Solo los dígitos del texto, en su orden.",
    evaluate: digits,
  },
  "text.plain": {
    arguments: 2,
    says: "El texto sin tildes, solo con letras y espacios, cortado a tantos caracteres (segundo argumento).",
    evaluate: plainText,
  },
  "date.daysBetween": {
    arguments: 2,
    days: [0, 1],
    says: "Cuántos días, negativos hacia atrás, van de un día (primer argumento) a otro (segundo argumento).",
    evaluate: daysBetween,
  },
  "date.plusDays": {
    arguments: 2,
    days: [0],
    says: "El día que viene tantos días (segundo argumento) después de otro (primer argumento).",
    evaluate: plusDays,
  },
  "date.plusBusinessDays": {
    arguments: 3,
    days: [0],
    says: "El día en que se cumplen tantos días hábiles (segundo argumento), de lunes a viernes, desde el siguiente a otro (primer argumento) sin contar los feriados de una lista (tercer argumento).",
    evaluate: plusBusinessDays,
  },
  "date.weekday": {
    arguments: 1,
    days: [0],
    says: "El día de la semana, de monday a sunday, que cae un día.",
    gives: weekdays,
    evaluate: weekday,
  },
  "list.lookUp": {
    arguments: 4,
    says: "De una lista (primer argumento) la fila en que una clave (segundo argumento) es un valor (tercer argumento) y de ella otra clave (cuarto argumento).",
    evaluate: lookUp,
  },
  "list.least": {
    arguments: 1,
    says: "El menor de los números de una lista; los que faltan no cuentan.",
    evaluate: leastOf,
  },
  "list.numbers": {
    arguments: 2,
    says: "Los números enteros de uno (primer argumento) a otro (segundo argumento), hacia abajo si ese es menor.",
    evaluate: numbersBetween,
  },
  "list.sumOf": {
    arguments: 4,
    says: "De una lista (primer argumento) las filas en que una clave (segundo argumento) está entre unos valores (tercer argumento) y de ellas la suma de otra clave (cuarto argumento).",
    evaluate: sumOf,
  },
  "number.rounded": {
    arguments: 2,
    says: "Un número (primer argumento) con a lo sumo tantos decimales (segundo argumento), la mitad hacia arriba.",
    evaluate: rounded,
  },
  "price.discounted": {
    arguments: 2,
    says: "Un precio (primer argumento) menos un porcentaje (segundo argumento) y redondeado hacia abajo; 0, o desde 100, no descuenta.",
    evaluate: discounted,
  },
  "text.amount": {
    arguments: 3,
    says: "Un monto (primer argumento) como se lee en su moneda (segundo argumento) y con los puntos de un país (tercer argumento, como es-CL).",
    evaluate: (amount, currency, locale) => amountText(amount, currency, locale),
  },
  "text.join": {
    arguments: 2,
    says: "Los textos que no faltan (primer argumento) unidos con otro entre ellos (segundo argumento).",
    evaluate: joinedText,
  },
  "slots.dates": {
    arguments: 1,
    says: "Los días de la lista de horas libres que tienen alguna, el más próximo primero.",
    evaluate: slotDates,
  },
  "slots.times": {
    arguments: 2,
    days: [1],
    says: "Las horas libres de un día (segundo argumento) en la lista de horas libres, la más temprana primero.",
    evaluate: slotTimes,
  },
  ...Object.assign({}, ...packs.map((pack) => pack.operations)),
};
