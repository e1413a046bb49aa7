/** What operations and formats are for: whoever writes definitions is told by it. Browsers evaluate, and load none of it. */
import type { ValueType } from "../types/index.ts";
import type { FormatUse, OperationUse, UsePack } from "./common/use.ts";
import { countries } from "./countries/uses.ts";
import { weekdays } from "./date.ts";
import { dealers } from "./dealers/uses.ts";

const packs: UsePack[] = [
  // One line for each folder of `packs.ts`.
  countries,
  dealers,
];

/** By the names of the operations. */
export const operationUses: Record<string, OperationUse> = {
  "phone.isValid": {
    arguments: 2,
    says: "Si el texto es un número de teléfono del país (segundo argumento), sin el código del país.",
  },
  "date.isValid": {
    arguments: 1,
    says: "Si el texto es un día que existe.",
  },
  "date.ageInYears": {
    arguments: 2,
    days: [0, 1],
    says: "Los años cumplidos entre un nacimiento y un día (segundo argumento).",
  },
  "text.digits": {
    arguments: 1,
    says: "Solo los dígitos del texto, en su orden.",
  },
  "text.plain": {
    arguments: 2,
    says: "El texto sin tildes, solo con letras y espacios, cortado a tantos caracteres (segundo argumento).",
  },
  "date.daysBetween": {
    arguments: 2,
    days: [0, 1],
    says: "Cuántos días, negativos hacia atrás, van de un día (primer argumento) a otro (segundo argumento).",
  },
  "date.plusDays": {
    arguments: 2,
    days: [0],
    says: "El día que viene tantos días (segundo argumento) después de otro (primer argumento).",
  },
  "date.plusBusinessDays": {
    arguments: 3,
    days: [0],
    says: "El día en que se cumplen tantos días hábiles (segundo argumento), de lunes a viernes, desde el siguiente a otro (primer argumento) sin contar los feriados de una lista (tercer argumento).",
  },
  "date.weekday": {
    arguments: 1,
    days: [0],
    says: "El día de la semana, de monday a sunday, que cae un día.",
    gives: weekdays,
  },
  "list.lookUp": {
    arguments: 4,
    says: "De una lista (primer argumento) la fila en que una clave (segundo argumento) es un valor (tercer argumento) y de ella otra clave (cuarto argumento).",
  },
  "list.least": {
    arguments: 1,
    says: "El menor de los números de una lista; los que faltan no cuentan.",
  },
  "list.numbers": {
    arguments: 2,
    says: "Los números enteros de uno (primer argumento) a otro (segundo argumento), hacia abajo si ese es menor.",
  },
  "list.sumOf": {
    arguments: 4,
    says: "De una lista (primer argumento) las filas en que una clave (segundo argumento) está entre unos valores (tercer argumento) y de ellas la suma de otra clave (cuarto argumento).",
  },
  "number.rounded": {
    arguments: 2,
    says: "Un número (primer argumento) con a lo sumo tantos decimales (segundo argumento), la mitad hacia arriba.",
  },
  "price.discounted": {
    arguments: 2,
    says: "Un precio (primer argumento) menos un porcentaje (segundo argumento) y redondeado hacia abajo; 0, o desde 100, no descuenta.",
  },
  "text.amount": {
    arguments: 3,
    says: "Un monto (primer argumento) como se lee en su moneda (segundo argumento) y con los puntos de un país (tercer argumento, como es-CL).",
  },
  "text.join": {
    arguments: 2,
    says: "Los textos que no faltan (primer argumento) unidos con otro entre ellos (segundo argumento).",
  },
  "slots.dates": {
    arguments: 1,
    says: "Los días de la lista de horas libres que tienen alguna, el más próximo primero.",
  },
  "slots.times": {
    arguments: 2,
    days: [1],
    says: "Las horas libres de un día (segundo argumento) en la lista de horas libres, la más temprana primero.",
  },
  ...Object.assign({}, ...packs.map((pack) => pack.operations)),
};

const text: readonly ValueType[] = ["text"];
const counts: readonly ValueType[] = ["text", "number", "money"];
const ofNumbers = ["locale", "length", "decimals"];

const digitSigns = "0123456789";
const capitalSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** By the names of the formats. */
export const formatUses: Record<string, FormatUse> = {
  phone: { types: text, parameters: ["country"] },
  digits: { types: counts, parameters: ["length", "separators"], signs: digitSigns },
  code: { types: text, parameters: ["length"], signs: `${digitSigns}${capitalSigns}_-` },
  whole: { types: counts, parameters: [...ofNumbers, "unit"] },
  amount: { types: counts, parameters: [...ofNumbers, "currency"] },
  date: { types: ["date"], parameters: ["month", "weekday"] },
  time: { types: ["time"], parameters: [] },
  withoutSpaces: { types: text, parameters: ["capitals"] },
  ...Object.assign({}, ...packs.map((pack) => pack.formats)),
};
