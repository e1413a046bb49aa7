import type { Messages } from "./message.ts";

/** Texts, their keys and their placeholders. */
export const words = {
  "missing-wording": {
    message: 'Falta el texto "{slot}" que muestra {owner}.',
    fix: "escríbelo {where}.",
  },
  "empty-wording": {
    message: "Este texto está vacío: nadie leería nada.",
    fix: "escríbelo, o quita la clave.",
  },
  "words-in-place": {
    message: 'El flujo dice "wording": "apart", pero este texto está aquí.',
    fix: 'llévalo a wording.es.json, con la clave "{key}".',
  },
  "unknown-wording-key": {
    message: 'La clave "{key}" no es el texto de nada.',
    fix: "corrige la clave o quítala.",
  },
  "unused-wording-key": {
    message: 'El texto "{key}" no se muestra en ninguna parte: {reason}.',
    fix: "quítalo.",
  },
  "unknown-placeholder": {
    message: 'El texto usa "{placeholder}", pero aquí no hay nada con ese nombre.',
    fix: "corrige el nombre; se puede usar {allowed}.",
  },
  "unshowable-placeholder": {
    message: 'El texto usa "{placeholder}", que es {what}: un texto no lo puede mostrar.',
    fix: "nombra un campo con una respuesta, o da un valor al parámetro; si no, quita el marcador.",
  },
  "repeated-number": {
    message:
      'Dos solicitudes de la secuencia "{sequence}" tendrían el mismo número: a su texto le falta el marcador "{name}".',
    fix: 'agrega "{name}", entre llaves, al texto.',
  },
  "malformed-placeholder": {
    message: "El texto tiene una llave suelta, o un marcador mal escrito.",
    fix: "un marcador se escribe {nombre} o {nombre:tipo}, sin espacios; quita la llave si no lo es.",
  },
  "unsupported-markdown": {
    message: "El texto usa {construct}, que aquí no se muestra.",
    fix: "usa párrafos, **negrita**, *cursiva*, listas, enlaces y saltos de línea.",
  },
  "unsafe-link": {
    message: 'El texto enlaza a "{href}", y no se permite enlazar ahí.',
    fix: "enlaza a una dirección del sitio (/…), a https://, mailto: o tel:.",
  },
  "unfilled-link": {
    message: "La dirección de un enlace nombra {placeholder}, que ahí no se llena.",
    fix: "una dirección solo se llena con datos y contenidos de la marca, como {brand.…} y {content.…}.",
  },
  "unclosed-markdown": {
    message: 'Quedó un "{mark}" sin su pareja: se leería tal cual.',
    fix: "cierra la negrita con ** o el enlace con su paréntesis; para que el signo se lea, ponle \\\\ antes.",
  },
  "line-too-long": {
    message: "Este texto tiene {found} caracteres, y va donde cabe una línea.",
    fix: "acórtalo a {limit} o menos; lo largo va en un texto de varios párrafos, como el cuerpo de un paso.",
  },
} satisfies Messages;
