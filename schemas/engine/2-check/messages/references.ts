import type { Messages } from "./message.ts";

/** Names of things that are not there. */
export const references = {
  "unknown-kind": {
    message: 'El tipo "{kind}" no existe.',
    mend: "corrige el nombre o crea el archivo en schemas/kinds.",
  },
  "unresolved-kind": {
    message: 'El tipo "{kind}" depende del dato "{fact}", y no dice a qué tipo equivale "{value}".',
    mend: 'agrega "{value}" a "byFact" del tipo "{kind}", o corrige el dato de la marca.',
  },
  "unknown-field": {
    message: '{owner} usa "{path}", pero ningún campo tiene ese id.',
    mend: "corrige el id o agrega el campo{where}.",
  },
  "unknown-variable": {
    message: '{owner} usa "{path}", que no es un campo, un dato de la marca ni el resultado de un programa.',
    mend: "corrige el nombre; un campo se escribe paso.campo, y un dato de la marca, brand.dato.",
  },
  "unknown-result": {
    message: '{owner} usa "{path}", pero ningún programa lo deja escrito antes.',
    mend: 'corrige el nombre, o agrega antes una llamada con "as" o un "set". De una llamada se leen ok, status, failure y data.',
  },
  "unknown-step": {
    message: 'El flujo "{flow}" no tiene un paso "{step}".',
    mend: "corrige el id o agrega el paso.",
  },
  "unknown-data": {
    message: 'El flujo "{flow}" no tiene una consulta "{data}".',
    mend: 'corrige el nombre o agrega la consulta a "data".',
  },
  "unknown-call": {
    message: 'La llamada "{call}" no existe.',
    mend: "corrige el nombre (servicio.llamada) o agrega la llamada en schemas/services.",
  },
  "unknown-input": {
    message: 'La llamada "{call}" no recibe "{input}".',
    mend: 'corrige el nombre o agrégalo a "input" de la llamada.',
  },
  "missing-input": {
    message: 'La llamada "{call}" necesita "{input}", y aquí no se le da.',
    mend: 'agrega "{input}" a "with".',
  },
  "unknown-mail": {
    message: 'El flujo "{flow}" no tiene un correo "{mail}".',
    mend: 'corrige el nombre o agrega el correo a "mails".',
  },
  "unknown-tree": {
    message: 'El flujo "{flow}" no tiene un árbol de opciones "{tree}".',
    mend: "corrige el nombre o crea el archivo en la carpeta options del flujo.",
  },
  "unknown-screen": {
    message: 'La pantalla "{screen}" no existe.',
    mend: "corrige el nombre o crea el archivo en schemas/screens.",
  },
  "missing-screen": {
    message:
      'La marca "{brand}" no tiene la pantalla "{screen}", pero {source} lleva a su dirección, "{route}".',
    mend: 'agrega "{screen}" a las pantallas de la marca.',
  },
  "unknown-flow": {
    message: 'El flujo "{flow}" no existe.',
    mend: "corrige el id o crea el flujo en schemas/flows.",
  },
  "unknown-route": {
    message: 'Ninguna pantalla tiene la dirección "{route}".',
    mend: "corrige la dirección o crea la pantalla.",
  },
  "unknown-brand": {
    message: 'La marca "{brand}" no existe.',
    mend: "corrige el código o crea la marca en brands.",
  },
  "unknown-fact": {
    message: '{owner} usa el dato "{fact}", pero ninguna marca lo tiene.',
    mend: "corrige el nombre o agrega el dato a las marcas.",
  },
  "missing-fact": {
    message: 'La marca "{brand}" no tiene el dato "{fact}", que usa {source}.',
    mend: 'agrega "{fact}" a "facts".',
  },
  "unknown-term": {
    message: 'El texto usa la palabra "{term}", pero ninguna marca la tiene en su vocabulario.',
    mend: "corrige el nombre o agrega la palabra al vocabulario de las marcas.",
  },
  "missing-term": {
    message: 'La marca "{brand}" no tiene la palabra "{term}", que usa {source}.',
    mend: 'agrega "{term}" a "vocabulary".',
  },
  "unknown-format": {
    message: 'El formato "{format}" no existe.',
    mend: "usa uno de estos: {allowed}.",
  },
  "unknown-problem": {
    message: 'El campo "{path}" no puede tener el problema "{problem}".',
    mend: "usa uno de estos: {allowed}.",
  },
  "unknown-country": {
    message: '"{value}" no es un país.',
    mend: "usa las dos letras de ISO 3166, p. ej. CL o PE.",
  },
  "unknown-time-zone": {
    message: '"{value}" no es una zona horaria.',
    mend: "usa un nombre como America/Santiago o America/Lima.",
  },
  "unknown-locale": {
    message: '"{value}" no es un idioma con país.',
    mend: "usa un nombre como es-CL o es-PE.",
  },
  "unknown-currency": {
    message: '"{value}" no es una moneda.',
    mend: "usa las tres letras de ISO 4217, p. ej. CLP, PEN o USD.",
  },
} satisfies Messages;
