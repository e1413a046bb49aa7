import type { Messages } from "./message.ts";

/** What marketing writes, by brand, and who reads it. */
export const content = {
  "unknown-content-type": {
    message: 'No hay un tipo de contenido "{type}".',
    mend: "corrige el nombre o crea {file}.",
  },
  "unknown-content": {
    message: '{owner} usa "{path}", pero el contenido "{type}" no lo tiene.',
    mend: "corrige el nombre o agrega el campo a {file}.",
  },
  "missing-content": {
    message: 'La marca "{brand}" no tiene el contenido "{type}", que usa {source}.',
    mend: "crea {file} con los campos de {typeFile}.",
  },
  "content-does-not-fit": {
    message: '{owner} usa "{path}", que es {what}: {reason}.',
    mend: "{mend}.",
  },
} satisfies Messages;
