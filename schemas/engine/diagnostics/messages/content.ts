import type { Messages } from "./message.ts";

/** What marketing writes, by brand, and who reads it. */
export const content = {
  "unknown-content-type": {
    message: 'No hay un tipo de contenido "{type}".',
    fix: "corrige el nombre o crea {file}.",
  },
  "unknown-content": {
    message: '{owner} usa "{path}", pero el contenido "{type}" no lo tiene.',
    fix: "corrige el nombre o agrega el campo a {file}.",
  },
  "missing-content": {
    message: 'La marca "{brand}" no tiene el contenido "{type}", que usa {source}.',
    fix: "crea {file} con los campos de {typeFile}.",
  },
  "missing-description": {
    message: 'Los buscadores pueden mostrar la pantalla "{screen}", y no dice qué mostrar de ella.',
    fix: 'agrega "description": una o dos frases que digan para qué sirve la página; si los buscadores no deben mostrarla, escribe "indexed": false.',
    severity: "warning",
  },
  "content-of-many": {
    message: '{owner} usa "{path}", pero hay muchos contenidos "{type}": no se sabe cuál.',
    fix: 'agrega "forEach": "{type}" al flujo o a la pantalla, que entonces es uno por cada contenido.',
  },
  "misplaced-content": {
    message: 'El contenido "{type}" de una marca no va en este archivo.',
    fix: "muévelo a {expected}.",
  },
  "for-each-of-one": {
    message: 'De "{type}" cada marca tiene un solo contenido: no hay uno por cada uno.',
    fix: 'agrega "many": true a {file}, o quita "forEach".',
  },
  "for-each-route": {
    message: 'La dirección "{route}" es de muchas páginas, y no dice dónde va el nombre de cada una.',
    fix: 'pon ":entry" una vez, entre barras, p. ej. /formularios/:entry.',
  },
  "for-each-differs": {
    message: 'La pantalla "{screen}" muestra el flujo "{flow}", que es uno por cada contenido "{type}".',
    fix: 'agrega "forEach": "{type}" a la pantalla.',
  },
  "begin-of-many": {
    message: 'El flujo "{flow}" es uno por cada contenido: no se sabe cuál empieza.',
    fix: "empieza otro flujo.",
  },
  "fields-from-content": {
    message: 'Las preguntas no pueden salir de "{path}": {reason}.',
    fix: "corrige el tipo de contenido o lo que dice el flujo.",
  },
  "unknown-row-type": {
    message: 'No hay preguntas de tipo "{type}". Se pueden usar: {allowed}.',
    fix: "usa uno de ellos.",
  },
  "known-row-type": {
    message:
      'La pregunta "{id}" es de tipo "{type}", pero el formulario la lee y tiene que ser de tipo "{wanted}".',
    fix: 'escribe "{wanted}", o cambia el id si es otra pregunta.',
  },
  "duplicate-row": {
    message: 'El id "{id}" no puede ser de esta pregunta: {where} con ese id.',
    fix: "cambia el id de una de las dos.",
  },
  "row-does-not-fit": {
    message: 'La pregunta "{id}", de tipo "{type}", no puede tener "{key}".',
    fix: 'quita "{key}" o cambia el tipo.',
  },
  "content-does-not-fit": {
    message: '{owner} usa "{path}", que es {what}: {reason}.',
    fix: "{fix}.",
  },
} satisfies Messages;
