import type { Messages } from "./message.ts";

/** Names of things that are not there. */
export const references = {
  "unknown-kind": {
    message: 'El tipo "{kind}" no existe.',
    fix: "corrige el nombre o crea el archivo en schemas/kinds.",
  },
  "unresolved-kind": {
    message: 'El tipo "{kind}" depende del dato "{fact}", y no dice a qué tipo equivale "{value}".',
    fix: 'agrega "{value}" a "byFact" del tipo "{kind}", o corrige el dato de la marca.',
  },
  "unknown-field": {
    message: '{owner} usa "{path}", pero ningún campo tiene ese id.',
    fix: "corrige el id o agrega el campo{where}.",
  },
  "unknown-variable": {
    message: '{owner} usa "{path}", que no es un campo, un dato de la marca ni el resultado de un programa.',
    fix: "corrige el nombre; un campo se escribe paso.campo, uno del mismo grupo, group.campo, y un dato de la marca, brand.dato.",
  },
  "unknown-result": {
    message: '{owner} usa "{path}", pero ningún programa lo deja escrito antes.',
    fix: 'corrige el nombre, o agrega antes una llamada con "as" o un "set". De una llamada se leen ok, status, failure y data, en el programa que la hace; para un paso posterior, guarda lo que haga falta con "set".',
  },
  "unknown-step": {
    message: 'El flujo "{flow}" no tiene un paso "{step}".',
    fix: "corrige el id o agrega el paso.",
  },
  "unknown-data": {
    message: '{where} no tiene una consulta "{data}".',
    fix: 'corrige el nombre o agrega la consulta a "data".',
  },
  "unknown-view": {
    message: 'La vista "{view}" no existe.',
    fix: "corrige el nombre o crea el archivo en schemas/views.",
  },
  "unknown-illustration": {
    message: 'La marca "{brand}" no tiene un dibujo "{illustration}".',
    fix: 'corrige el nombre, o di cuál es en "illustrations" del "theme" de la marca.',
  },
  "missing-file": {
    message: 'No está el archivo "{file}" entre los de la marca "{brand}".',
    fix: "corrige el nombre o pon el archivo en brands/{brand}/files.",
  },
  "file-too-large": {
    message: 'El archivo "{file}" pesa {size}, y puede pesar {most} como máximo.',
    fix: "hazlo más liviano: una letra con menos signos, un dibujo con menos trazos.",
  },
  "wrong-file-format": {
    message: 'El archivo "{file}" no es {expected}, aunque su nombre lo diga.',
    fix: "guárdalo de nuevo en ese formato; cambiar el nombre no lo convierte.",
  },
  "unsafe-drawing": {
    message: 'El dibujo "{file}" tiene algo que un dibujo no puede tener: {found}.',
    fix: "quítalo, o exporta el dibujo como SVG simple: solo formas, sin programas, imágenes incrustadas ni nada que venga de fuera.",
  },
  "unused-query": {
    message: 'La consulta "{data}" no la muestra ningún bloque, ni la lee otra consulta.',
    fix: "agrega un bloque «view» que la muestre, o quítala.",
    severity: "warning",
  },
  "unknown-call": {
    message: 'La llamada "{call}" no existe.',
    fix: "corrige el nombre (servicio.llamada) o agrega la llamada en schemas/services.",
  },
  "unknown-input": {
    message: 'La llamada "{call}" no recibe "{input}".',
    fix: 'corrige el nombre o agrégalo a "input" de la llamada.',
  },
  "unproven-input": {
    message: 'La llamada "{call}" necesita "{input}", y aquí puede faltar: {why}.',
    fix: 'pon la llamada bajo la misma condición, dale otro valor si falta, o ponlo en "optional" de la llamada.',
  },
  "input-of-other-type": {
    message: 'La llamada "{call}" espera {expected} en "{input}", y esto es {found}.',
    fix: "dale un valor de ese tipo, o corrige el tipo en la llamada.",
  },
  "missing-input": {
    message: 'La llamada "{call}" necesita "{input}", y aquí no se le da.',
    fix: 'agrega "{input}" a "with".',
  },
  "optional-not-given": {
    message: 'La consulta dice que "{input}" puede faltar, pero no lo tiene en "with".',
    fix: 'corrige el nombre, o agrega "{input}" a "with".',
  },
  "optional-but-needed": {
    message: 'La consulta dice que "{input}" puede faltar, pero la llamada "{call}" lo necesita.',
    fix: 'quítalo de "optional" aquí, o agrégalo a "optional" de la llamada.',
  },
  "unknown-event": {
    message: 'El flujo "{flow}" espera "{event}", y no hay un evento con ese nombre.',
    fix: "corrige el nombre o agrega el archivo en schemas/events.",
  },
  "unknown-wait": {
    message: 'El ejemplo nombra la espera "{wait}", pero el paso "{step}" {has}.',
    fix: 'corrige el nombre (el "as" de su "await") o el paso.',
  },
  "unknown-outcome": {
    message: 'La espera "{wait}" no puede terminar en "{outcome}".',
    fix: "usa uno de estos: {allowed}.",
  },
  "unknown-payload": {
    message: 'El evento "{event}" no trae "{key}".',
    fix: 'corrige el nombre, o agrégalo a "payload" del evento; trae {allowed}.',
  },
  "unknown-mail": {
    message: 'El flujo "{flow}" no tiene un correo "{mail}".',
    fix: 'corrige el nombre o agrega el correo a "mails".',
  },
  "handoff-mail": {
    message: 'Con el correo "{mail}" se sigue en otro dispositivo, y {what}.',
    fix: "{how}.",
  },
  "unknown-document": {
    message: 'El flujo "{flow}" no tiene un documento "{document}".',
    fix: 'corrige el nombre o agrega el documento a "documents".',
  },
  "document-too-early": {
    message:
      'El campo "{field}" ofrece el documento "{document}", pero ningún paso anterior guarda la solicitud de la que se hace.',
    fix: 'deja el campo en un paso que venga después de un "submit".',
  },
  "number-too-early": {
    message:
      '{owner} lee "{path}", pero el número se da recién al aceptar la solicitud: aquí todavía no lo hay.',
    fix: 'quítalo de aquí (los correos y el paso final sí lo tienen), o da el número al guardar: "given": "stored" en la secuencia.',
  },
  "unknown-sequence": {
    message: 'El flujo "{flow}" no tiene una secuencia "{sequence}".',
    fix: 'corrige el nombre o agrega la secuencia a "sequences".',
  },
  "unknown-dialog": {
    message: 'El flujo "{flow}" no tiene un diálogo "{dialog}".',
    fix: 'corrige el nombre o agrega el diálogo a "dialogs".',
  },
  "unused-dialog": {
    message: 'Ningún programa abre el diálogo "{dialog}".',
    fix: 'ábrelo con { "dialog": "{dialog}" }, o quítalo.',
  },
  "unknown-fragment": {
    message: 'El fragmento "{fragment}" no existe.',
    fix: "corrige el nombre o crea el archivo en schemas/fragments.",
  },
  "fragment-cycle": {
    message: 'El fragmento "{fragment}" se contiene a sí mismo: no tendría fin.',
    fix: 'quita este "use", o usa otro fragmento.',
  },
  "unknown-record": {
    message: 'El servicio no tiene un registro "{record}".',
    fix: 'corrige el nombre, o descríbelo en "records".',
  },
  "record-cycle": {
    message: 'El registro "{record}" se contiene a sí mismo: no tendría fin.',
    fix: 'quita este "record", o describe aquí solo lo que hace falta.',
  },
  "key-of-answers": {
    message: '"{key}" no va aquí: es de las claves de lo que un servicio responde.',
    fix: 'quítalo, o úsalo en "answer" o en "records" de un servicio.',
  },
  "unknown-parameter": {
    message: '{owner} no tiene un parámetro "{parameter}".',
    fix: 'corrige el nombre o agrégalo a "parameters".',
  },
  "missing-parameter": {
    message: '{owner} necesita el parámetro "{parameter}", y aquí no se le da.',
    fix: 'agrega "{parameter}" a "with", o ponle un "default" donde se declara.',
  },
  "with-not-a-path": {
    message: '{owner} usa el parámetro "{parameter}" como nombre de un campo, pero aquí se le da otra cosa.',
    fix: 'da un campo y nada más: { "var": "paso.campo" }.',
  },
  "data-without-value": {
    message:
      'Hay reglas o textos que leen lo que da la consulta "{data}", pero su llamada, "{call}", no dice qué da.',
    fix: 'agrega "value" a la llamada: una regla sobre "answer".',
  },
  "unknown-rule": {
    message: '{owner} usa la regla "{rule}", {why}.',
    fix: "{how}.",
  },
  "unused-rule": {
    message: 'Nada usa la regla "{rule}".',
    fix: 'úsala con { "var": "rules.{rule}" }, o quítala.',
  },
  "unknown-tree": {
    message: 'No hay un árbol de opciones "{tree}" {where}.',
    fix: "corrige el nombre o crea el archivo.",
  },
  "unknown-screen": {
    message: 'La pantalla "{screen}" no existe.',
    fix: "corrige el nombre o crea el archivo en schemas/screens.",
  },
  "missing-screen": {
    message:
      'La marca "{brand}" no tiene la pantalla "{screen}", pero {source} lleva a su dirección, "{route}".',
    fix: 'agrega "{screen}" a las pantallas de la marca.',
  },
  "unknown-flow": {
    message: 'El flujo "{flow}" no existe.',
    fix: "corrige el id o crea el flujo en schemas/flows.",
  },
  "missing-flow": {
    message: 'La marca "{brand}" no tiene una pantalla con el flujo "{flow}", que {source} deja en espera.',
    fix: 'agrega a las pantallas de la marca una que muestre "{flow}", o ponle "onlyFor" a quien lo deja en espera.',
  },
  "no-failure-page": {
    message:
      'Aquí se llega porque algo falló, pero "{route}" es la pantalla "{screen}", que no es de falla: parecería que todo salió bien.',
    fix: 'lleva a una pantalla con "failure", como /306, o agrega "failure" y su bloque a "{screen}".',
  },
  "no-failure-block": {
    message: 'La pantalla "{screen}" es de falla, pero no tiene un bloque "failure" que diga qué pasó.',
    fix: 'agrega el bloque { "block": "failure", … } o quita "failure".',
  },
  "object-for-value": {
    message: 'La llamada "{call}" espera {expected} en "{input}", y aquí se le da un objeto.',
    fix: 'da una regla en vez de { "object": … }, o corrige el tipo en la llamada.',
  },
  "personal-in-header": {
    message: 'La llamada "{call}" manda "{input}" en una cabecera, y aquí recibe "{path}", un dato personal.',
    fix: "mándalo en el cuerpo de la llamada, o di en el campo que no es personal.",
  },
  "personal-in-analytics": {
    message: 'La analítica del paso "{step}" lee "{path}" en "{name}", y eso {why}.',
    fix: 'quítalo, o cuenta en su lugar algo que no diga nada de la persona: una elección, su nombre con "labels.…", o un dato de la marca.',
  },
  "reserved-header": {
    message: 'La cabecera "{header}" la pone el servidor, o no puede estar en un archivo.',
    fix: 'quítala; Idempotency-Key va siempre, y para las otras están "authorization" y "captcha".',
  },
  "call-out-of-place": {
    message: 'La llamada "{call}" {carries}, y {where}.',
    fix: 'hazla en el programa de un paso: { "call": "{call}", …, "onFailure": […] }.',
  },
  "retry-of-empty": {
    message: 'La llamada "{call}" se repite con {status}, que según "empty" es una respuesta: no hay nada.',
    fix: 'deja {status} en "empty" o en "retries", no en los dos.',
  },
  "for-each-given": {
    message: 'La llamada "{call}" se hace una vez por cada "{input}", y además lo recibe en "input".',
    fix: 'quítalo de "input", o de "forEach".',
  },
  "for-each-unread": {
    message:
      'La llamada "{call}" se hace una vez por cada "{input}", pero siempre sería la misma: nada lo lee.',
    fix: 'úsalo en "query" o en una cabecera, como "input.{input}", o quita "forEach".',
  },
  "given-no-option": {
    message: 'Aquí se responde "{path}" con "{value}", que no es una de sus opciones: {allowed}.',
    fix: "corrige el valor, o agrega la opción.",
  },
  "unknown-route": {
    message: 'Ninguna pantalla tiene la dirección "{route}".',
    fix: "corrige la dirección o crea la pantalla.",
  },
  "unknown-anchor": {
    message: '{page} no tiene un lugar "#{anchor}" en {brand}: {has}.',
    fix: 'corrige lo que sigue a "#", o agrega "anchor" al paso o a la sección.',
  },
  "parameter-not-in-route": {
    message: 'La dirección "{route}" no tiene un parámetro "{parameter}".',
    fix: "corrige el nombre, o escríbelo en la dirección como :{parameter}.",
  },
  "unknown-brand": {
    message: 'La marca "{brand}" no existe.',
    fix: "corrige el código o crea la marca en brands.",
  },
  "unknown-defaults": {
    message: 'La marca toma lo común de "{name}", pero no hay brands/defaults/{name}/brand.json.',
    fix: "corrige el nombre o crea la carpeta.",
  },
  "unknown-row-key": {
    message:
      'Las opciones de la llamada "{call}" usan "{key}", pero según "answer" las filas tienen: {allowed}.',
    fix: 'corrige el nombre, o agrega la clave a "answer".',
  },
  "unknown-value-key": {
    message: '{owner} usa "{path}", pero según "answer" la llamada "{call}" no da "{key}": da {allowed}.',
    fix: 'corrige el nombre, o agrega la clave a "answer" de la llamada.',
  },
  "unknown-fact": {
    message: '{owner} usa el dato "{fact}", pero ninguna marca lo tiene.',
    fix: "corrige el nombre o agrega el dato a las marcas.",
  },
  "missing-fact": {
    message: 'La marca "{brand}" no tiene el dato "{fact}", que usa {source}.',
    fix: 'agrega "{fact}" a "facts".',
  },
  "unknown-term": {
    message: 'El texto usa la palabra "{term}", pero ninguna marca la tiene en su vocabulario.',
    fix: "corrige el nombre o agrega la palabra al vocabulario de las marcas.",
  },
  "missing-term": {
    message: 'La marca "{brand}" no tiene la palabra "{term}", que usa {source}.',
    fix: 'agrega "{term}" a "vocabulary".',
  },
  "unknown-format": {
    message: 'El formato "{format}" no existe.',
    fix: "usa uno de estos: {allowed}.",
  },
  "unknown-problem": {
    message: 'El campo "{path}" no puede tener el problema "{problem}".',
    fix: "usa uno de estos: {allowed}.",
  },
  "unknown-country": {
    message: '"{value}" no es un país.',
    fix: "usa las dos letras de ISO 3166, p. ej. CL o PE.",
  },
  "unknown-time-zone": {
    message: '"{value}" no es una zona horaria.',
    fix: "usa un nombre como America/Santiago o America/Lima.",
  },
  "unknown-locale": {
    message: '"{value}" no es un idioma con país.',
    fix: "usa un nombre como es-CL o es-PE.",
  },
  "unknown-currency": {
    message: '"{value}" no es una moneda.',
    fix: "usa las tres letras de ISO 4217, p. ej. CLP, PEN o USD.",
  },
} satisfies Messages;
