import type { Messages } from "./message.ts";

/** Files that are not strict JSON. */
export const reading = {
  "invalid-json": {
    message: "Aquí se esperaba otra cosa: el archivo no es JSON.",
    fix: "revisa las comillas, los dos puntos y los corchetes cerca de este lugar.",
  },
  "missing-comma": {
    message: "Falta una coma después de este valor.",
    fix: "agrega una coma aquí.",
  },
  "unfinished-file": {
    message: "El archivo termina antes de tiempo: falta cerrar un corchete o una llave.",
    fix: "cierra lo que quedó abierto.",
  },
  "unfinished-text": {
    message: "Este texto no termina: falta la comilla que lo cierra.",
    fix: 'agrega " al final del texto; un salto de línea se escribe \\n.',
  },
  "bad-escape": {
    message: "Este texto tiene un carácter que JSON no admite así.",
    fix: 'escribe \\\\ para una barra invertida, \\" para una comilla y \\n para un salto de línea.',
  },
  "json-comment": {
    message: "JSON no admite comentarios.",
    fix: 'quita el comentario; el porqué de una pregunta va en su clave "why".',
  },
  "trailing-comma": {
    message: "Sobra una coma: después de ella no viene nada.",
    fix: "quita la coma.",
  },
  "empty-file": {
    message: "El archivo está vacío.",
    fix: "escribe la definición o borra el archivo.",
  },
  "byte-order-mark": {
    message: "El archivo empieza con una marca de orden de bytes (BOM).",
    fix: "guárdalo como UTF-8 sin BOM.",
  },
  "duplicate-key": {
    message: 'La clave "{key}" está dos veces en el mismo objeto: una de las dos se perdería.',
    fix: "deja una sola, o cambia el id de la otra.",
  },
  "forbidden-key": {
    message: 'La clave "{key}" no se permite en ninguna definición.',
    fix: "usa otro nombre.",
  },
  "other-encoding": {
    message: "El archivo está guardado en otra codificación: aquí hay un carácter que se perdió.",
    fix: "guárdalo como UTF-8 en el editor y escribe de nuevo las tildes y eñes que se perdieron.",
  },
} satisfies Messages;
