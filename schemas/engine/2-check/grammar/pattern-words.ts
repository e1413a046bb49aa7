/** The forms that the grammar's patterns ask for, in words. A test keeps it complete. */
const wordsOfPatterns: Record<string, string> = {
  "^#[0-9a-f]{6}$": "un color como #0b5cab, en minúsculas",
  "^(label|hint|placeholder|text|row|add|problems\\.[a-z][A-Za-z0-9]*)$":
    'label, hint, placeholder, text, row, add o problems.<problema>, p. ej. "problems.invalid"',
  "^/([^/].*)?$": "una dirección del sitio que empieza con una barra, p. ej. /contacto",
  "^/([a-z0-9:-]+(/[a-z0-9:-]+)*)?$":
    "una dirección en minúsculas que empieza con una barra, p. ej. /contacto",
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "un día como 2026-11-21",
  "^[A-Z]{2,4}$": "de 2 a 4 mayúsculas",
  "^[A-Z][A-Za-z]+$": "letras sin espacios, y una mayúscula al comienzo, p. ej. Library",
  "^[A-Z]{3}$": "tres mayúsculas, p. ej. CLP",
  "^([45]XX|garbled|refused)$": "un código como 500, o 4XX, 5XX, garbled o refused",
  "^([A-Za-z0-9_.-]+|\\{[A-Za-z][A-Za-z0-9]*\\})(/([A-Za-z0-9_.-]+|\\{[A-Za-z][A-Za-z0-9]*\\}))*$":
    "un camino sin barra al comienzo, p. ej. cities/all o cities/{id}",
  "^[^@\\s]+@[^@\\s]+$": "una dirección de correo",
  "^[a-z0-9-]+(\\.[a-z0-9-]+)+$": "un dominio en minúsculas, p. ej. correo.cl",
  "^[a-z0-9-]+(\\.[a-z0-9-]+)*$": "el nombre de un sitio en minúsculas, p. ej. www.marca.cl",
  "^[A-Za-z][A-Za-z0-9]*$":
    "letras y números sin espacios ni guiones, y una letra al comienzo, p. ej. firstName",
  "^[a-z][A-Za-z]*(\\+[a-z][A-Za-z]*)*$":
    "el nombre de un dato, o varios con + entre ellos, p. ej. email o givenName+lastNames",
  "^[A-Za-z][A-Za-z0-9_]{0,39}$":
    "el nombre de un evento: letras, dígitos y guiones bajos, empieza con una letra y tiene hasta 40 caracteres",
  "^/([^/\\\\].*)?$": "una dirección de este sitio, que empieza con una barra, p. ej. /contacto",
  "^[A-Za-z][A-Za-z0-9_]*$":
    "una palabra sin espacios ni tildes: letras, dígitos y guiones bajos, y empieza con una letra, p. ej. utm_source",
  "^[A-Za-z][A-Za-z0-9_-]*$":
    "una palabra sin espacios ni tildes: letras, dígitos, guiones y guiones bajos, y empieza con una letra, p. ej. form_login",
  "^[a-z][A-Za-z0-9_]*$":
    "una palabra sin espacios ni tildes: letras, dígitos y guiones bajos, y empieza con una minúscula, p. ej. id_quiter",
  "^(?!(code|whatsapp)$)[a-z][A-Za-z0-9]*$":
    "un nombre que empieza con minúscula, y que no es «code» ni «whatsapp»: esos datos salen del código de la marca y de site",
  "^[a-z][A-Za-z0-9]*$":
    "letras y números sin espacios ni guiones, y una minúscula al comienzo, p. ej. firstName",
  "^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)+$":
    "un paso y un campo, p. ej. person.name; los de un grupo llevan el suyo: person.address.street",
  "^[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*$":
    "una clave, o varias con puntos entre ellas, p. ej. filters.subject",
  "^[a-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)+$":
    "una consulta y una clave de lo que da, p. ej. books.total",
  "^[a-z][A-Za-z0-9]*\\.[a-z][A-Za-z0-9]*$": "un tipo de contenido y una lista suya, p. ej. faq.topics",
  "^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)?$": "un problema, p. ej. required o rut.invalid",
  "^[a-z][a-z0-9]*(-[a-z0-9]+)*$": "minúsculas y números, con guiones entre palabras, p. ej. room-booking",
  "^[a-z][a-z0-9_]{0,39}$": "hasta 40 minúsculas, números y «_», p. ej. order_details",
  "^(?!event$)[a-z][a-z0-9_]{0,39}$":
    "hasta 40 minúsculas, números y «_», p. ej. order_size; «event» es el evento mismo",
  "^(https://[a-z0-9-]+(\\.[a-z0-9-]+)*(?!:443$)(:[1-9][0-9]{0,4})?|http://([a-z0-9-]+\\.)*localhost(?!:80$)(:[1-9][0-9]{0,4})?|http://127\\.0\\.0\\.1(?!:80$)(:[1-9][0-9]{0,4})?)$":
    "el origen exacto de un sitio, p. ej. https://socio.example",
  "^[A-Za-z0-9_-]{1,36}$": "un id de hasta 36 letras, números, «_» y «-»",
  "^\\{data\\.[A-Za-z0-9_.]+\\}$": "lo que dio una consulta, entre llaves, p. ej. {data.libro.value.id}",
  "^\\S+$": "un valor sin espacios",
  "\\.svg$": "el nombre de un archivo .svg",
  "^[a-z0-9]+(-[a-z0-9]+)*$": "minúsculas y números, con guiones entre palabras, p. ej. mas-nuevos o 2",
  "^[a-z0-9]+(-[a-z0-9]+)*\\.svg$":
    "el nombre de un archivo en minúsculas, sin carpeta, p. ej. sala-de-lectura.svg",
  "^[a-z0-9]+(-[a-z0-9]+)*\\.woff2$":
    "el nombre de un archivo en minúsculas, sin carpeta, p. ej. literata.woff2",
  "^[a-z0-9]+(-[a-z0-9]+)*\\.txt$":
    "el nombre de un archivo en minúsculas, sin carpeta, p. ej. literata-license.txt",
  "^[A-Za-z0-9]+( [A-Za-z0-9]+)*$": "palabras de letras y números sin acentos, p. ej. Nunito Sans",
  "^https://\\S+$": "una dirección que empieza con https://",
  "^\\+[0-9]([0-9 ]{5,18})[0-9]$": "un teléfono con el código del país, p. ej. +56 2 2345 6789",
  "^(/([^/\\\\].*)?|\\{data\\.[A-Za-z0-9_.]+\\})$":
    "una dirección de este sitio, p. ej. /media/foto.jpg, o lo que dio una consulta, p. ej. {data.book.value.cover}",
  "^(/([^/\\\\].*)?|https://\\S+|\\{row\\.[A-Za-z0-9_.]+\\})$":
    "una dirección del sitio, p. ej. /libros/{row.id}, una de https://, o una columna, p. ej. {row.url}",
  "^https://[^/\\s]+$": "el origen de un sitio, p. ej. https://imagenes.example",
  "^(/([^/\\\\].*)?|#[a-z][a-z0-9-]*|\\{data\\.[A-Za-z0-9_.]+\\})$":
    "una dirección del sitio, p. ej. /contacto, un lugar de la misma página, p. ej. #precio, o lo que dio una consulta, p. ej. {data.book.value.sheet}",
  "^(/([^/\\\\].*)?|https://\\S+)$": "una dirección del sitio, p. ej. /contacto, o de otro, con https://",
  "^(/([^/\\\\].*)?|https://\\S+|tel:\\+?[0-9]+|mailto:[^@\\s]+@[^@\\s]+)$":
    "una dirección del sitio, p. ej. /contacto, o una de https://, tel: o mailto:",
};

/** What a pattern of the grammar asks for, in Spanish. */
export const patternInWords = (pattern: string): string =>
  Object.hasOwn(wordsOfPatterns, pattern) ? wordsOfPatterns[pattern]! : `algo que cumpla ${pattern}`;
