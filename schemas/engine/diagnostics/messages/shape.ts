import type { Messages } from "./message.ts";

/** Files that do not have the shape of the grammar, and files under a wrong name. */
export const shape = {
  "unusable-grammar": {
    message: "La gramática {grammar} falta o no se puede usar, así que nada suyo se pudo revisar.",
    fix: "recupera el archivo de la última versión que funcionaba.",
  },
  "unknown-file": {
    message: "Este archivo no está en ningún lugar donde se lea.",
    fix: "muévelo a la carpeta de lo que define; los lugares están en schemas/language/README.md.",
  },
  "unknown-key": {
    message: '"{key}" no es una clave que se pueda usar aquí. Se pueden usar: {allowed}.',
    fix: "corrige la clave o quítala.",
  },
  "missing-key": {
    message: 'Falta la clave "{key}".',
    fix: 'agrega "{key}".',
  },
  "wrong-type": {
    message: "Aquí va {expected}, pero hay {found}.",
    fix: "escribe {expected}.",
  },
  "unknown-value": {
    message: '"{value}" no es un valor que se pueda usar aquí. Se pueden usar: {allowed}.',
    fix: "usa uno de ellos.",
  },
  "malformed-value": {
    message: '"{value}" no tiene la forma que se espera aquí.',
    fix: "escribe {pattern}.",
  },
  "value-out-of-range": {
    message: "Este valor no se permite: {limit}.",
    fix: "cambia el valor.",
  },
  "key-does-not-fit": {
    message: '"{key}" no se puede usar en un campo de tipo "{kind}", que es {type}.',
    fix: 'quita "{key}" o cambia el tipo del campo.',
  },
  "conflicting-keys": {
    message: '"{key}" no se puede usar junto con "{other}".',
    fix: "deja una de las dos.",
  },
  "instruction-verb": {
    message: "Cada línea de un programa tiene un solo verbo, y en esta {found}.",
    fix: "deja uno de estos: {verbs}.",
  },
  "missing-on-failure": {
    message: 'La llamada a "{call}" no dice qué pasa si el servicio falla.',
    fix: 'agrega "onFailure" con lo que se hace, p. ej. [{ "redirect": "/306" }].',
  },
  "invalid-schema": {
    message: 'Esto no es JSON Schema (draft-07): "{keyword}" no puede ser así.',
    fix: "corrige el valor; lo que admite cada palabra está en json-schema.org, en el draft-07.",
  },
  "foreign-ref": {
    message: '"{ref}" no apunta a ningún esquema de este mismo JSON Schema.',
    fix: 'copia el esquema a "definitions" y apunta con "#/definitions/<nombre>".',
  },
  "boolean-ref": {
    message: '"{ref}" apunta a {value}, y con eso no se puede mostrar una pregunta.',
    fix: "pon en su lugar un esquema que diga su tipo, o quita la referencia.",
  },
  "numeric-property": {
    message: 'La propiedad "{name}" tiene un número por nombre.',
    fix: 'ponle un nombre que empiece con una letra, p. ej. "q{name}"; lo que lee la persona va en "title".',
  },
  "endless-ref": {
    message:
      '"{ref}" vuelve a este mismo lugar sin pasar por una lista: revisar o mostrar el formulario no terminaría nunca.',
    fix: 'quita la vuelta, o ponla dentro de "items".',
  },
  "id-file-mismatch": {
    message: 'El id es "{id}", pero por el nombre del archivo o de la carpeta sería "{expected}".',
    fix: 'escribe "{expected}" o cambia el nombre.',
  },
  "duplicate-id": {
    message: 'El id "{id}" ya es de {other}.',
    fix: 'usa otro id; por el nombre del archivo o de la carpeta sería "{expected}". Si ese ya es de otro archivo, cambia también el nombre.',
  },
  "duplicate-field": {
    message: 'El paso "{step}" tiene dos campos con el id "{id}": las secciones no son parte del id.',
    fix: "cambia el id de uno de los dos.",
  },
  "duplicate-slug": {
    message: 'Los pasos "{other}" y "{step}" tienen la misma dirección, "{slug}".',
    fix: "cambia una de las dos.",
  },
  "duplicate-route": {
    message:
      'En la marca "{brand}", las pantallas "{other}" y "{screen}" tienen la misma dirección, "{route}".',
    fix: "cambia una de las dos, o quita una pantalla de la marca.",
  },
  "duplicate-host": {
    message: 'El sitio "{host}" ya es de la marca "{other}".',
    fix: "deja el sitio en una sola marca.",
  },
  "duplicate-option": {
    message: 'La opción "{value}" está dos veces en la lista.',
    fix: "deja una sola, o cambia el valor de la otra.",
  },
  "reserved-name": {
    message: '"{id}" no puede ser {what}: las reglas y los textos ya usan ese nombre.',
    fix: "elige otro id.",
  },
} satisfies Messages;
