// Made from schemas/language/diagnostics.md by npm run check -- --fix: change those.

/** What a diagnostic says. `{names}` are filled with the author's own ids. */
export interface Message {
  /** What is wrong: a sentence in Spanish. */
  message: string;
  /** How to fix it: follows "Para arreglarlo:". */
  fix: string;
  /** What has only a warning is served. Left out, it is an error. */
  severity?: "warning";
}

const all = {
  "always-different": {
    message:
      'Esta comparación se cumple con cualquier respuesta: "{path}" no puede ser {value}. Puede ser: {allowed}.',
    fix: "corrige el valor.",
  },
  "answer-in-required": {
    message: '{owner} decide si hay página ("required"), y lee "{path}", que depende de quien la mira.',
    fix: 'lee la ruta (route.nombre), o quita "required".',
  },
  "await-out-of-place": {
    message: "Aquí un programa no puede esperar: es lo que se hace porque una llamada falló.",
    fix: 'pon "await" fuera de "onFailure", entre las líneas del programa.',
  },
  "backward-go": {
    message: 'El paso "{step}" no puede ir a "{target}", que no viene después.',
    fix: "ve a un paso posterior; atrás se vuelve con el botón del navegador.",
  },
  "bad-escape": {
    message: "Este texto tiene un carácter que JSON no admite así.",
    fix: 'escribe \\\\ para una barra invertida, \\" para una comilla y \\n para un salto de línea.',
  },
  "begin-of-many": {
    message:
      'El flujo "{flow}" es uno por cada contenido, o por aquello de lo que trata: no se sabe cuál empieza.',
    fix: "empieza otro flujo.",
  },
  "begin-without-end": {
    message:
      'El flujo "{flow}" queda en espera, pero después de esta línea nadie va a un paso final: nunca empezaría.',
    fix: 'agrega después una línea con "go" a un paso que tenga "ends": true.',
  },
  "boolean-ref": {
    message: '"{ref}" apunta a {value}, y con eso no se puede mostrar una pregunta.',
    fix: "pon en su lugar un esquema que diga su tipo, o quita la referencia.",
  },
  "byte-order-mark": {
    message: "El archivo empieza con una marca de orden de bytes (BOM).",
    fix: "guárdalo como UTF-8 sin BOM.",
  },
  "call-out-of-place": {
    message: 'La llamada "{call}" {carries}, y {where}.',
    fix: 'hazla en el programa de un paso: { "call": "{call}", …, "onFailure": […] }.',
  },
  "code-brings-nothing": {
    message: 'Quien escribe un código no trae nada más, y el evento "{event}" necesita "{name}".',
    fix: 'agrega "{name}" a "optional" del evento, o espera un evento sin "payload".',
  },
  "code-without-words": {
    message: '"{placeholder}" puede ser {what}, y el tipo "{kind}" no dice cómo se lee.',
    fix: 'agrega esa opción a "list" del tipo, para todas las marcas, o di en la respuesta de la llamada, con "enum", qué códigos hay.',
  },
  "computed-of-other-type": {
    message: '"{path}" espera {expected}, y lo que se calcula es {found}.',
    fix: "calcula un valor de ese tipo, o cambia el tipo del campo.",
  },
  "condition-no-rule": {
    message: "Aquí va una regla, y hay {found}.",
    fix: 'escribe la regla como objeto, p. ej. { "==": [{ "var": "paso.campo" }, "valor"] }.',
  },
  "conflicting-keys": {
    message: '"{key}" no se puede usar junto con "{other}".',
    fix: "deja una de las dos.",
  },
  "constant-condition": {
    message: "Esta regla siempre da lo mismo: {why}.",
    fix: 'lee con "var" aquello de lo que depende, p. ej. { "var": "paso.campo" }, corrige lo que se contradice, o quita la condición.',
  },
  "content-does-not-fit": { message: '{owner} usa "{path}", que es {what}: {reason}.', fix: "{fix}." },
  "content-of-many": {
    message: '{owner} usa "{path}", pero hay muchos contenidos "{type}": no se sabe cuál.',
    fix: 'agrega "forEach": "{type}" al flujo o a la pantalla, que entonces es uno por cada contenido.',
  },
  cycle: {
    message: "Estas reglas dependen unas de otras en círculo: {path}.",
    fix: "quita una de las reglas del círculo.",
  },
  "data-without-options": {
    message:
      'Las opciones de este campo salen de la consulta "{data}", pero su llamada, "{call}", no da opciones.',
    fix: 'nombra otra consulta, o agrega "options" a la llamada: "value" y "label" dicen qué se lee de cada fila.',
  },
  "data-without-value": {
    message:
      'Hay reglas o textos que leen lo que da la consulta "{data}", pero su llamada, "{call}", no dice qué da.',
    fix: 'agrega "value" a la llamada: una regla sobre "answer".',
  },
  "dialog-leads-elsewhere": {
    message:
      'La pantalla "{screen}" abre el flujo "{flow}" en un diálogo, pero "{to}" no es la dirección de una pantalla que lo muestre.',
    fix: "corrige la dirección, con sus parámetros.",
  },
  "dialog-while-waiting": {
    message: "Después de una espera no se puede abrir un diálogo: puede que no haya nadie mirando.",
    fix: 'di lo que pasó con "refuse" o ve a otro paso con "go"; lo que hay que preguntar va antes de "await".',
  },
  "document-too-early": {
    message:
      'El campo "{field}" ofrece el documento "{document}", pero ningún paso anterior guarda la solicitud de la que se hace.',
    fix: 'deja el campo en un paso que venga después de un "submit".',
  },
  "duplicate-anchor": {
    message: 'La pantalla "{screen}" tiene dos lugares "#{anchor}": un enlace llega solo al primero.',
    fix: "cambia uno de los dos.",
  },
  "duplicate-cookie": {
    message: 'La cookie "{cookie}" ya es de {owner}.',
    fix: "dale a esta lista una cookie de otro nombre.",
  },
  "duplicate-field": {
    message: 'El paso "{step}" tiene dos campos con el id "{id}": las secciones no son parte del id.',
    fix: "cambia el id de uno de los dos.",
  },
  "duplicate-host": {
    message: 'El sitio "{host}" ya es de la marca "{other}".',
    fix: "deja el sitio en una sola marca.",
  },
  "duplicate-id": {
    message: 'El id "{id}" ya es de {other}.',
    fix: 'usa otro id; por el nombre del archivo o de la carpeta sería "{expected}". Si ese ya es de otro archivo, cambia también el nombre.',
  },
  "duplicate-key": {
    message: 'La clave "{key}" está dos veces en el mismo objeto: una de las dos se perdería.',
    fix: "deja una sola, o cambia el id de la otra.",
  },
  "duplicate-option": {
    message: 'La opción "{value}" está dos veces en la lista.',
    fix: "deja una sola, o cambia el valor de la otra.",
  },
  "duplicate-parameter": {
    message: 'El parámetro "{name}" de la dirección ya dice otra cosa: {other}.',
    fix: 'dale otro nombre en "from".',
  },
  "duplicate-route": {
    message:
      'En la marca "{brand}", las pantallas "{other}" y "{screen}" tienen la misma dirección, "{route}".',
    fix: "cambia una de las dos, o quita una pantalla de la marca.",
  },
  "duplicate-route-part": {
    message:
      'La parte "{part}" de "{pattern}" se llama como un parámetro de la dirección, o como otra parte.',
    fix: "dale otro nombre: lo que se lee como route.{part} es una sola cosa.",
  },
  "duplicate-row": {
    message: 'El id "{id}" no puede ser de esta pregunta: {where} con ese id.',
    fix: "cambia el id de una de las dos.",
  },
  "duplicate-slug": {
    message: 'Los pasos "{other}" y "{step}" tienen la misma dirección, "{slug}".',
    fix: "cambia una de las dos.",
  },
  "empty-file": { message: "El archivo está vacío.", fix: "escribe la definición o borra el archivo." },
  "empty-range": {
    message: "Ningún valor cabe aquí: el mínimo, {least}, es mayor que el máximo, {most}.",
    fix: "cambia uno de los dos.",
  },
  "empty-wording": {
    message: "Este texto está vacío: nadie leería nada.",
    fix: "escríbelo, o quita la clave.",
  },
  "endless-extends": {
    message: 'El flujo toma lo común de "{flow}", que a su vez vuelve a este.',
    fix: 'quita uno de los "extends".',
  },
  "endless-fill": {
    message: 'La consulta "{data}" responde "{path}", y por eso se vuelve a hacer: puede no terminar nunca.',
    fix: 'quita el campo de "fills", o usa "on": "press".',
    severity: "warning",
  },
  "endless-ref": {
    message:
      '"{ref}" vuelve a este mismo lugar sin pasar por una lista: revisar o mostrar el formulario no terminaría nunca.',
    fix: 'quita la vuelta, o ponla dentro de "items".',
  },
  "event-does-not-fit": {
    message: 'El evento "{event}" {what}.',
    fix: 'haz que "outcomes", "payload" y "receives" digan lo mismo.',
  },
  "fields-from-content": {
    message: 'Las preguntas no pueden salir de "{path}": {reason}.',
    fix: "corrige el tipo de contenido o lo que dice el flujo.",
  },
  "file-too-large": {
    message: 'El archivo "{file}" pesa {size}, y puede pesar {most} como máximo.',
    fix: "hazlo más liviano: una letra con menos signos, un dibujo con menos trazos.",
  },
  "filled-too-late": {
    message: '{owner} rellena "{path}", que a esa altura ya se respondió.',
    fix: 'rellena con "fill" solo campos de los pasos que siguen.',
  },
  "flow-without-page": {
    message:
      'La pantalla "{screen}" abre el flujo "{flow}" en un diálogo, o muestra lo enviado con él, pero {who} no tiene una página que lo muestre.',
    fix: "agrega a la marca la pantalla con el flujo, o quita este bloque.",
  },
  "for-each-differs": {
    message: 'La pantalla "{screen}" muestra el flujo "{flow}", que es uno por cada contenido "{type}".',
    fix: 'agrega "forEach": "{type}" a la pantalla.',
  },
  "for-each-given": {
    message: 'La llamada "{call}" se hace una vez por cada "{input}", y además lo recibe en "{given}".',
    fix: 'quítalo de "{given}", o de "forEach".',
  },
  "for-each-of-one": {
    message: 'De "{type}" cada marca tiene un solo contenido: no hay uno por cada uno.',
    fix: 'agrega "many": true a {file}, o quita "forEach".',
  },
  "for-each-route": {
    message: 'La dirección "{route}" es de muchas páginas, y no dice dónde va el nombre de cada una.',
    fix: 'pon ":entry" una vez, entre barras, p. ej. /formularios/:entry.',
  },
  "for-each-unread": {
    message:
      'La llamada "{call}" se hace una vez por cada "{input}", pero siempre sería la misma: nada lo lee.',
    fix: 'úsalo en "query" o en una cabecera, como "input.{input}", o quita "forEach".',
  },
  "forbidden-key": {
    message: 'La clave "{key}" no se permite en ninguna definición.',
    fix: "usa otro nombre.",
  },
  "foreign-ref": {
    message: '"{ref}" no apunta a ningún esquema de este mismo JSON Schema.',
    fix: 'copia el esquema a "definitions" y apunta con "#/definitions/<nombre>".',
  },
  "formerly-taken": {
    message: '"{path}" dice que antes era "{formerly}", {why}.',
    fix: 'corrige "formerly" o quítalo.',
  },
  "fragment-cycle": {
    message: 'El fragmento "{fragment}" se contiene a sí mismo: no tendría fin.',
    fix: 'quita este "use", o usa otro fragmento.',
  },
  "given-no-option": {
    message: 'Aquí se responde "{path}" con "{value}", que no es una de sus opciones: {allowed}.',
    fix: "corrige el valor, o agrega la opción.",
  },
  "gone-without-title": {
    message:
      'Este bloque se muestra cuando lo de la página ya no está, y la pantalla "{screen}" no dice "gone".',
    fix: 'di en "gone" de la pantalla el título de la página entonces, o quita "gone" del bloque.',
  },
  "group-outside-group": {
    message: '{owner} usa "{path}", pero no está en un grupo ni en una fila.',
    fix: "escribe el campo entero, paso.campo.",
  },
  "handoff-mail": {
    message: 'Con el correo "{mail}" se sigue en otro dispositivo, y {what}.',
    fix: "{how}.",
  },
  "id-file-mismatch": {
    message: 'El id es "{id}", pero por el nombre del archivo o de la carpeta sería "{expected}".',
    fix: 'escribe "{expected}" o cambia el nombre.',
  },
  "input-of-other-type": {
    message: 'La llamada "{call}" espera {expected} en "{input}", y esto es {found}.',
    fix: "dale un valor de ese tipo, o corrige el tipo en la llamada.",
  },
  "instruction-verb": {
    message: "Cada línea de un programa tiene un solo verbo, y en esta {found}.",
    fix: "deja uno de estos: {verbs}.",
  },
  "invalid-json": {
    message: "Aquí se esperaba otra cosa: el archivo no es JSON.",
    fix: "revisa las comillas, los dos puntos y los corchetes cerca de este lugar.",
  },
  "invalid-pattern": {
    message: "Esta expresión regular no se entiende.",
    fix: "revisa los paréntesis, los corchetes y las barras; una barra invertida se escribe \\\\.",
  },
  "invalid-schema": {
    message: 'Esto no es JSON Schema (draft-07): "{keyword}" no puede ser así.',
    fix: "corrige el valor; lo que admite cada palabra está en json-schema.org, en el draft-07.",
  },
  "json-comment": {
    message: "JSON no admite comentarios.",
    fix: 'quita el comentario; el porqué de una pregunta va en su clave "why".',
  },
  "key-does-not-fit": {
    message: '"{key}" no se puede usar en un campo de tipo "{kind}", que es {type}.',
    fix: 'quita "{key}" o cambia el tipo del campo.',
  },
  "key-of-answers": {
    message: '"{key}" no va aquí: es de las claves de lo que un servicio responde.',
    fix: 'quítalo, o úsalo en "answer" o en "records" de un servicio.',
  },
  "known-row-type": {
    message:
      'La pregunta "{id}" es de tipo "{type}", pero el formulario la lee y tiene que ser de tipo "{wanted}".',
    fix: 'escribe "{wanted}", o cambia el id si es otra pregunta.',
  },
  "later-step": {
    message: '{owner} usa "{path}", que se responde después, en el paso "{step}".',
    fix: "usa un campo de este paso o de uno anterior, o cambia el orden de los pasos.",
  },
  "line-too-long": {
    message: "Este texto tiene {found} caracteres, y va donde cabe una línea.",
    fix: "acórtalo a {limit} o menos; lo largo va en un texto de varios párrafos, como el cuerpo de un paso.",
  },
  "list-longer-than-input": {
    message: 'En la lista "{list}" caben {max}, y "{input}" de la llamada "{call}" acepta hasta {limit}.',
    fix: 'baja "max" de la lista, o sube "maxItems" de la entrada si el servicio acepta más.',
  },
  "list-of-other-ids": {
    message:
      '"{input}" de la llamada "{call}" acepta ids como {form}, y la lista "{list}" puede guardar otros.',
    fix: 'dale a la lista el mismo "pattern".',
  },
  "look-up-not-pressed": {
    message: 'El botón de "{path}" hace la consulta "{data}", que no espera un botón.',
    fix: 'ponle "on": "press" a la consulta, o quita "looksUp".',
  },
  "mail-to-no-address": {
    message: 'El correo va a "{path}", que no es una dirección de correo.',
    fix: 'pon en "to" un campo de tipo email o un dato de la marca que sea una dirección.',
  },
  "malformed-placeholder": {
    message: "El texto tiene una llave suelta, o un marcador mal escrito.",
    fix: "un marcador se escribe {nombre} o {nombre:tipo}, sin espacios; quita la llave si no lo es.",
  },
  "malformed-rule": {
    message: "{owner} no es una regla: {reason}.",
    fix: 'una regla es un valor o un objeto con un solo operador, p. ej. { "==": [{ "var": "paso.campo" }, "x"] }.',
  },
  "malformed-value": {
    message: '"{value}" no tiene la forma que se espera aquí.',
    fix: "escribe {pattern}.",
  },
  "misplaced-content": {
    message: 'El contenido "{type}" de una marca no va en este archivo.',
    fix: "muévelo a {expected}.",
  },
  "missing-branch": {
    message: 'El evento "{event}" puede terminar en "{outcome}", y aquí no dice qué se hace entonces.',
    fix: 'agrega "{branch}" con sus líneas.',
  },
  "missing-comma": { message: "Falta una coma después de este valor.", fix: "agrega una coma aquí." },
  "missing-content": {
    message: 'La marca "{brand}" no tiene el contenido "{type}", que usa {source}.',
    fix: "crea {file} con los campos de {typeFile}.",
  },
  "missing-description": {
    message: 'Los buscadores pueden mostrar la pantalla "{screen}", y no dice qué mostrar de ella.',
    fix: 'agrega "description": una o dos frases que digan para qué sirve la página; si los buscadores no deben mostrarla, escribe "indexed": false.',
    severity: "warning",
  },
  "missing-fact": {
    message: 'La marca "{brand}" no tiene el dato "{fact}", que usa {source}.',
    fix: 'agrega "{fact}" a "facts".',
  },
  "missing-file": {
    message: 'No está el archivo "{file}" entre los de la marca "{brand}".',
    fix: "corrige el nombre o pon el archivo en brands/{brand}/files.",
  },
  "missing-flow": {
    message: 'La marca "{brand}" no tiene una pantalla con el flujo "{flow}", que {source} deja en espera.',
    fix: 'agrega a las pantallas de la marca una que muestre "{flow}", o ponle "onlyFor" a quien lo deja en espera.',
  },
  "missing-input": {
    message: 'La llamada "{call}" necesita "{input}", y aquí no se le da.',
    fix: 'agrega "{input}" a "with".',
  },
  "missing-key": { message: 'Falta la clave "{key}".', fix: 'agrega "{key}".' },
  "missing-on-failure": {
    message: 'La llamada a "{call}" no dice qué pasa si el servicio falla.',
    fix: 'agrega "onFailure" con lo que se hace, p. ej. [{ "redirect": "/306" }].',
  },
  "missing-parameter": {
    message: '{owner} necesita el parámetro "{parameter}", y aquí no se le da.',
    fix: 'agrega "{parameter}" a "with", o ponle un "default" donde se declara.',
  },
  "missing-screen": {
    message:
      'La marca "{brand}" no tiene la pantalla "{screen}", pero {source} lleva a su dirección, "{route}".',
    fix: 'agrega "{screen}" a las pantallas de la marca.',
  },
  "missing-slot": {
    message: 'La vista "{view}" muestra de cada fila lo que dice "{key}", y el bloque no lo dice.',
    fix: 'agrega "{key}" al bloque.',
  },
  "missing-term": {
    message: 'La marca "{brand}" no tiene la palabra "{term}", que usa {source}.',
    fix: 'agrega "{term}" a "vocabulary".',
  },
  "missing-thing-property": {
    message: 'A {type} le falta "{property}": sin eso los buscadores no lo usan.',
    fix: 'agrega "{property}".',
  },
  "missing-wording": { message: 'Falta el texto "{slot}" que muestra {owner}.', fix: "escríbelo {where}." },
  "needless-branch": {
    message: '"{branch}" nunca se hace: el evento "{event}" no termina en "{outcome}".',
    fix: 'quítalo, o agrega el resultado a "outcomes" del evento.',
  },
  "nested-list": {
    message: '"{path}" es una lista dentro de las filas de otra lista, "{list}".',
    fix: "usa un grupo, o saca la lista de las filas.",
  },
  "never-submitted": {
    message: 'El flujo "{flow}" llega a su final, "{step}", sin guardar nada de lo que pregunta.',
    fix: 'agrega { "submit": { "deliver": [] } } al programa del paso anterior, antes de su "go".',
    severity: "warning",
  },
  "never-true": {
    message: 'Esta comparación nunca se cumple: "{path}" no puede ser {value}. Puede ser: {allowed}.',
    fix: "corrige el valor.",
  },
  "no-answer": {
    message: '{owner} usa "{path}", que no tiene una respuesta propia: es {what}.',
    fix: "usa un campo que la persona responda, o quítalo.",
  },
  "no-failure-block": {
    message: 'La pantalla "{screen}" es de falla, pero no tiene un bloque "failure" que diga qué pasó.',
    fix: 'agrega el bloque { "block": "failure", … } o quita "failure".',
  },
  "no-failure-page": {
    message:
      'Aquí se llega porque algo falló, pero "{route}" es la pantalla "{screen}", que no es de falla: parecería que todo salió bien.',
    fix: 'lleva a una pantalla con "failure", como /306, o agrega "failure" y su bloque a "{screen}".',
  },
  "no-final-step": {
    message: 'El flujo "{flow}" no tiene un paso final.',
    fix: 'pon "ends": true en el paso donde termina.',
  },
  "no-sign-in": {
    message: '{what} es solo para quien inició sesión, y la marca "{brand}" no dice cómo se hace.',
    fix: 'agrega "signIn" a "site" de la marca, con una pantalla que muestre un formulario, o quita "signIn" de aquí.',
  },
  "not-a-finder": {
    message: '"{key}" es de un buscador, y {what}.',
    fix: 'quita "{key}", o ponle "finder": true al flujo.',
  },
  "not-an-id": {
    message: "{what} no es un texto ni un número entero: no dice cuál es la cosa.",
    fix: "nombra la columna que es su id, como {data.libro.value.id}.",
  },
  "not-in-address": {
    message:
      '"{path}" es una pregunta del buscador "{flow}" y la pantalla "{screen}" no la tiene en la dirección.',
    fix: 'ponla en "answers" del bloque: "{path}": { "from": "…" }; o quítala del buscador.',
  },
  "not-in-finder": {
    message: 'El flujo "{flow}" es un buscador ("finder"), y un buscador no tiene {what}.',
    fix: 'déjalo con un solo paso que pregunta y muestra, o quita "finder".',
  },
  "number-too-early": {
    message:
      '{owner} lee "{path}", pero el número se da recién al aceptar la solicitud: aquí todavía no lo hay.',
    fix: 'quítalo de aquí (los correos y el paso final sí lo tienen), o da el número al guardar: "given": "stored" en la secuencia.',
  },
  "numeric-property": {
    message: 'La propiedad "{name}" tiene un número por nombre.',
    fix: 'ponle un nombre que empiece con una letra, p. ej. "q{name}"; lo que lee la persona va en "title".',
  },
  "object-for-value": {
    message: 'La llamada "{call}" espera {expected} en "{input}", y aquí se le da un objeto.',
    fix: 'da una regla en vez de { "object": … }, o corrige el tipo en la llamada.',
  },
  "optional-but-needed": {
    message: 'La consulta dice que "{input}" puede faltar, pero la llamada "{call}" lo necesita.',
    fix: 'quítalo de "optional" aquí, o agrégalo a "optional" de la llamada.',
  },
  "optional-not-given": {
    message: 'La consulta dice que "{input}" puede faltar, pero no lo tiene en "with".',
    fix: 'corrige el nombre, o agrega "{input}" a "with".',
  },
  "options-alike": {
    message:
      'Todas las opciones de la llamada "{call}" se leerían igual: el texto no nombra nada de la fila.',
    fix: "nombra una clave de la fila entre llaves, o escribe solo la clave.",
  },
  "options-parent": {
    message:
      'Las opciones de "{path}" salen del árbol "{tree}" bajo "{parent}", pero "{parent}" no elige en ese árbol.',
    fix: 'pon en "under" el campo que elige el nivel anterior del mismo árbol.',
  },
  "options-without-rows": {
    message:
      'Las opciones de la llamada "{call}" salen de una lista de filas, pero según "answer" aquí hay {found}.',
    fix: 'di en "rows" dónde está la lista, p. ej. { "var": "answer.data" }.',
  },
  "other-encoding": {
    message: "El archivo está guardado en otra codificación: aquí hay un carácter que se perdió.",
    fix: "guárdalo como UTF-8 en el editor y escribe de nuevo las tildes y eñes que se perdieron.",
  },
  "parameter-not-in-route": {
    message: 'La dirección "{route}" no tiene un parámetro "{parameter}".',
    fix: "corrige el nombre, o escríbelo en la dirección como :{parameter}.",
  },
  "parameter-of-other-type": {
    message: '{owner} espera en "{parameter}" {expected}, y se le da {found}.',
    fix: "da {expected}, sin comillas si no es un texto.",
  },
  "path-as-text": {
    message: '{owner} tiene "{path}" escrito como texto: no lee lo que hay ahí.',
    fix: 'para leerlo, escribe { "var": "{path}" }.',
  },
  "personal-in-address": {
    message: '"{path}" es un dato personal y no puede estar en la dirección de la página.',
    fix: 'quítalo de "answers"; si no es personal, dilo en el campo con "personal": false.',
  },
  "personal-in-analytics": {
    message: 'La analítica del paso "{step}" lee "{path}" en "{name}", y eso {why}.',
    fix: 'quítalo, o cuenta en su lugar algo que no diga nada de la persona: una elección, su nombre con "labels.…", o un dato de la marca.',
  },
  "personal-in-header": {
    message: 'La llamada "{call}" manda "{input}" en una cabecera, y aquí recibe "{path}", un dato personal.',
    fix: "mándalo en el cuerpo de la llamada, o di en el campo que no es personal.",
  },
  "picture-from-anywhere": {
    message: "La imagen es la que diga la fila, y la página no deja entrar imágenes de cualquier sitio.",
    fix: 'di en "picturesFrom" de qué sitios vienen, p. ej. ["https://imagenes.example"].',
  },
  "press-data-rule": {
    message:
      '{owner} usa la consulta "{data}", que se hace con un botón: el servidor no sabe qué se pulsó y no podría revisarlo.',
    fix: 'úsala solo en "fills" y en el "visibleWhen" de textos entre las preguntas; o quítale "on": "press".',
  },
  "program-on-final-step": {
    message: 'El paso "{step}" es final: nadie puede continuar desde él, así que su programa nunca se hace.',
    fix: 'quita "onContinue" o quita "ends".',
  },
  "program-without-end": {
    message: "Después de esta línea el programa termina sin ir a ninguna parte.",
    fix: 'agrega al final una línea con "go", "dialog", "redirect" o "refuse", sin "when".',
  },
  "query-not-required": {
    message: '{owner} lee la consulta "{data}", que puede llegar después que la página.',
    fix: 'ponle "required": true a esa consulta, si sin ella no hay página, o no la leas aquí.',
  },
  "read-of-row": {
    message: '{owner} usa "{path}", que tiene una respuesta por cada fila de "{list}".',
    fix: 'en una regla de la misma fila se escribe "row.{inner}"; desde fuera se lee la lista entera, con some, all, map o reduce sobre "{list}"; en un ejemplo lleva el id de la fila: {list}.r1.{inner}.',
  },
  "record-cycle": {
    message: 'El registro "{record}" se contiene a sí mismo: no tendría fin.',
    fix: 'quita este "record", o describe aquí solo lo que hace falta.',
  },
  "repeated-await": {
    message: 'El flujo "{flow}" ya espera algo con el nombre "{name}".',
    fix: 'usa otro nombre en "as": los textos y la dirección de cada espera se llaman como ella.',
  },
  "repeated-number": {
    message:
      'Dos solicitudes de la secuencia "{sequence}" tendrían el mismo número: a su texto le falta el marcador "{name}".',
    fix: 'agrega "{name}", entre llaves, al texto.',
  },
  "repeated-submit": {
    message: "El programa guarda la solicitud dos veces.",
    fix: 'deja un solo "submit" y pon todas las entregas en él.',
  },
  "reserved-address": {
    message: 'La dirección "{route}" es del servidor: todo lo que empieza con "/{first}" lo responde él.',
    fix: "usa otra dirección.",
  },
  "reserved-header": {
    message: 'La cabecera "{header}" la pone el servidor, o no puede estar en un archivo.',
    fix: 'quítala; Idempotency-Key va siempre, y para las otras están "authorization", "captcha" y "visitorAddress".',
  },
  "reserved-name": {
    message: '"{id}" no puede ser {what}: las reglas y los textos ya usan ese nombre.',
    fix: "elige otro id.",
  },
  "resets-itself": {
    message: '"{path}" se borra a sí mismo cada vez que alguien lo responde: nunca tendría respuesta.',
    fix: 'quítalo de "resets".',
  },
  "retry-of-empty": {
    message: 'La llamada "{call}" se repite con {status}, que según "empty" es una respuesta: no hay nada.',
    fix: 'deja {status} en "empty" o en "retries", no en los dos.',
  },
  "route-without-answer": {
    message: 'La ruta "{route}" tiene ":{parameter}", y ninguna respuesta de un buscador viene de ahí.',
    fix: 'di en "answers" del bloque qué campo viene de "{parameter}", o quita la ruta.',
  },
  "row-does-not-fit": {
    message: 'La pregunta "{id}", de tipo "{type}", no puede tener "{key}".',
    fix: 'quita "{key}" o cambia el tipo.',
  },
  "row-outside-list": {
    message: '{owner} usa "{path}", pero no está en las filas de una lista.',
    fix: "escribe el campo entero, paso.campo.",
  },
  "rows-of-other-list": {
    message: 'Las filas serían de la lista "{list}", y la consulta "{data}" no la lee.',
    fix: 'pregunta en "with" con { "var": "saved.{list}" }, o quita "of".',
  },
  "rule-cycle": {
    message: "Estas reglas con nombre se usan unas a otras en círculo: {path}.",
    fix: "quita uno de los usos, o escribe la regla en su lugar.",
  },
  "second-end": {
    message: '{owner} termina dos veces: ya lo hizo con "{end}".',
    fix: "deja una sola de estas: close, retry, resume, go, redirect.",
  },
  "slot-not-shown": {
    message: 'La vista "{view}" no muestra "{key}".',
    fix: 'quita "{key}", o usa una vista que lo muestre.',
  },
  "slow-pattern": { message: "Esta expresión regular puede tardar demasiado: {reason}.", fix: "{advice}" },
  "subject-not-in-route": {
    message: 'El flujo trata de "{path}", pero la ruta de la pantalla "{screen}" no lo da.',
    fix: 'dalo en "answers" del bloque, desde un parámetro que esté en todas sus rutas: { "from": "auto" }.',
  },
  "text-longer-than-input": {
    message: 'En "{path}" caben {most} caracteres, y "{input}" de la llamada "{call}" acepta hasta {limit}.',
    fix: 'da al campo un "maxLength" de {limit} o menos en "schema", o sube "maxLength" de la entrada si el servicio acepta más.',
  },
  "thing-rows": {
    message: "{owner} necesita una lista, y aquí no hay una.",
    fix: "nombra la lista que da la consulta, como data.books.value.rows.",
  },
  "thing-value-type": {
    message: '"{property}" de {type} es {expected}, y aquí va {found}.',
    fix: "da un valor que schema.org entienda ahí.",
  },
  "trailing-comma": { message: "Sobra una coma: después de ella no viene nada.", fix: "quita la coma." },
  "unclosed-markdown": {
    message: 'Quedó un "{mark}" sin su pareja: se leería tal cual.',
    fix: "cierra la negrita con ** o el enlace con su paréntesis, que va pegado a su texto; para que el signo se lea, ponle \\\\ antes.",
  },
  "uneven-tree": {
    message:
      'Bajo "{option}" no hay opciones, pero el campo "{path}" es obligatorio y las pide: no se podría continuar.',
    fix: 'agrega opciones bajo "{option}", o pon "required": false en "{path}".',
  },
  "unfilled-link": {
    message: "La dirección de un enlace nombra {placeholder}, que ahí no se llena.",
    fix: "una dirección solo se llena con datos y contenidos de la marca, como {brand.…} y {content.…}.",
  },
  "unfinished-file": {
    message: "El archivo termina antes de tiempo: falta cerrar un corchete o una llave.",
    fix: "cierra lo que quedó abierto.",
  },
  "unfinished-text": {
    message: "Este texto no termina: falta la comilla que lo cierra.",
    fix: 'agrega " al final del texto; un salto de línea se escribe \\n.',
  },
  "unfit-for-address": {
    message: '"{path}" no puede venir de la dirección de la página: es {what}.',
    fix: 'quítalo de "answers".',
  },
  "unfit-page-data": {
    message: '"{rows}", de la consulta "{data}" de la pantalla, no sirve aquí: {why}.',
    fix: 'corrige la clave, o di en "answer" de la llamada qué hay ahí.',
  },
  "unfit-range": {
    message: 'El rango "{path}" no se puede dibujar: {why}.',
    fix: 'dale dos números en "fields", el menor primero, y tramos de "steps" que crezcan desde "start".',
  },
  "unknown-address-parameter": {
    message: 'El parámetro "{name}" no lo lee nadie en la página.',
    fix: 'corrige el nombre, léelo en una consulta con { "var": "address.{name}" }, o quítalo.',
  },
  "unknown-anchor": {
    message: '{page} no tiene un lugar "#{anchor}" en {brand}: {has}.',
    fix: 'corrige lo que sigue a "#", o agrega "anchor" al paso o a la sección.',
  },
  "unknown-brand": {
    message: 'La marca "{brand}" no existe.',
    fix: "corrige el código o crea la marca en brands.",
  },
  "unknown-call": {
    message: 'La llamada "{call}" no existe.',
    fix: "corrige el nombre (servicio.llamada) o agrega la llamada en schemas/services.",
  },
  "unknown-content": {
    message: '{owner} usa "{path}", pero el contenido "{type}" no lo tiene.',
    fix: "corrige el nombre o agrega el campo a {file}.",
  },
  "unknown-content-type": {
    message: 'No hay un tipo de contenido "{type}".',
    fix: "corrige el nombre o crea {file}.",
  },
  "unknown-country": {
    message: '"{value}" no es un país.',
    fix: "usa las dos letras de ISO 3166, p. ej. CL o PE.",
  },
  "unknown-currency": {
    message: '"{value}" no es una moneda.',
    fix: "usa las tres letras de ISO 4217, p. ej. CLP, PEN o USD.",
  },
  "unknown-data": {
    message: '{where} no tiene una consulta "{data}".',
    fix: 'corrige el nombre o agrega la consulta a "data".',
  },
  "unknown-defaults": {
    message: 'La marca toma lo común de "{name}", pero no hay brands/defaults/{name}/brand.json.',
    fix: "corrige el nombre o crea la carpeta.",
  },
  "unknown-dialog": {
    message: 'El flujo "{flow}" no tiene un diálogo "{dialog}".',
    fix: 'corrige el nombre o agrega el diálogo a "dialogs".',
  },
  "unknown-document": {
    message: '{where} no tiene un documento "{document}".',
    fix: 'corrige el nombre o agrega el documento a "documents".',
  },
  "unknown-event": {
    message: 'El flujo "{flow}" espera "{event}", y no hay un evento con ese nombre.',
    fix: "corrige el nombre o agrega el archivo en schemas/events.",
  },
  "unknown-fact": {
    message: '{owner} usa el dato "{fact}", pero ninguna marca lo tiene.',
    fix: "corrige el nombre o agrega el dato a las marcas.",
  },
  "unknown-field": {
    message: '{owner} usa "{path}", pero ningún campo tiene ese id.',
    fix: "corrige el id o agrega el campo{where}.",
  },
  "unknown-file": {
    message: "Este archivo no está en ningún lugar donde se lea.",
    fix: "muévelo a la carpeta de lo que define; los lugares están en schemas/language/README.md.",
  },
  "unknown-flow": {
    message: 'El flujo "{flow}" no existe.',
    fix: "corrige el id o crea el flujo en schemas/flows.",
  },
  "unknown-format": { message: 'El formato "{format}" no existe.', fix: "usa uno de estos: {allowed}." },
  "unknown-fragment": {
    message: 'El fragmento "{fragment}" no existe.',
    fix: "corrige el nombre o crea el archivo en schemas/fragments.",
  },
  "unknown-illustration": {
    message: 'La marca "{brand}" no tiene un dibujo "{illustration}".',
    fix: 'corrige el nombre, o di cuál es en "illustrations" del "theme" de la marca.',
  },
  "unknown-input": {
    message: 'La llamada "{call}" no recibe "{input}".',
    fix: 'corrige el nombre o agrégalo a "input" de la llamada.',
  },
  "unknown-key": {
    message: '"{key}" no es una clave que se pueda usar aquí. Se pueden usar: {allowed}.',
    fix: "corrige la clave o quítala.",
  },
  "unknown-kind": {
    message: 'El tipo "{kind}" no existe.',
    fix: "corrige el nombre o crea el archivo en schemas/kinds.",
  },
  "unknown-locale": {
    message: '"{value}" no es un idioma con país.',
    fix: "usa un nombre como es-CL o es-PE.",
  },
  "unknown-mail": {
    message: 'El flujo "{flow}" no tiene un correo "{mail}".',
    fix: 'corrige el nombre o agrega el correo a "mails".',
  },
  "unknown-operation": {
    message: '{owner} usa la operación "{operator}", que no existe.',
    fix: "usa una de estas: {allowed}.",
  },
  "unknown-operator": {
    message: '{owner} usa el operador "{operator}", que no existe.',
    fix: "usa un operador de JSON Logic de la lista de docs/operations.md.",
  },
  "unknown-outcome": {
    message: 'La espera "{wait}" no puede terminar en "{outcome}".',
    fix: "usa uno de estos: {allowed}.",
  },
  "unknown-parameter": {
    message: '{owner} no tiene un parámetro "{parameter}".',
    fix: 'corrige el nombre o agrégalo a "parameters".',
  },
  "unknown-payload": {
    message: 'El evento "{event}" no trae "{key}".',
    fix: 'corrige el nombre, o agrégalo a "payload" del evento; trae {allowed}.',
  },
  "unknown-placeholder": {
    message: 'El texto usa "{placeholder}", pero aquí no hay nada con ese nombre.',
    fix: "corrige el nombre; se puede usar {allowed}.",
  },
  "unknown-problem": {
    message: 'El campo "{path}" no puede tener el problema "{problem}".',
    fix: "usa uno de estos: {allowed}.",
  },
  "unknown-program": {
    message: 'El flujo no tiene un programa "{program}", o ese programa se hace a sí mismo.',
    fix: 'corrige el nombre, o agrega el programa a "programs".',
  },
  "unknown-record": {
    message: 'El servicio no tiene un registro "{record}".',
    fix: 'corrige el nombre, o descríbelo en "records".',
  },
  "unknown-result": {
    message: '{owner} usa "{path}", pero ningún programa lo deja escrito antes.',
    fix: 'corrige el nombre, o agrega antes una llamada con "as" o un "set". De una llamada se leen ok, status, failure y data, en el programa que la hace; para un paso posterior, guarda lo que haga falta con "set".',
  },
  "unknown-route": {
    message: 'Ninguna pantalla tiene la dirección "{route}".',
    fix: "corrige la dirección o crea la pantalla.",
  },
  "unknown-row-key": {
    message:
      'Las opciones de la llamada "{call}" usan "{key}", pero según "answer" las filas tienen: {allowed}.',
    fix: 'corrige el nombre, o agrega la clave a "answer".',
  },
  "unknown-row-type": {
    message: 'No hay preguntas de tipo "{type}". Se pueden usar: {allowed}.',
    fix: "usa uno de ellos.",
  },
  "unknown-rule": { message: '{owner} usa la regla "{rule}", {why}.', fix: "{how}." },
  "unknown-saved-list": {
    message: 'La lista guardada "{list}" no existe.',
    fix: "corrige el nombre o crea el archivo en schemas/saved-lists.",
  },
  "unknown-screen": {
    message: 'La pantalla "{screen}" no existe.',
    fix: "corrige el nombre o crea el archivo en schemas/screens.",
  },
  "unknown-sequence": {
    message: 'El flujo "{flow}" no tiene una secuencia "{sequence}".',
    fix: 'corrige el nombre o agrega la secuencia a "sequences".',
  },
  "unknown-step": {
    message: 'El flujo "{flow}" no tiene un paso "{step}".',
    fix: "corrige el id o agrega el paso.",
  },
  "unknown-term": {
    message: 'El texto usa la palabra "{term}", pero ninguna marca la tiene en su vocabulario.',
    fix: "corrige el nombre o agrega la palabra al vocabulario de las marcas.",
  },
  "unknown-thing": {
    message: '"{type}" no es un tipo de schema.org que se conozca aquí. Los que hay: {allowed}.',
    fix: "corrige el nombre.",
  },
  "unknown-thing-property": {
    message: '{type} no tiene "{property}".',
    fix: "corrige el nombre, o quítala.",
  },
  "unknown-time-zone": {
    message: '"{value}" no es una zona horaria.',
    fix: "usa un nombre como America/Santiago o America/Lima.",
  },
  "unknown-tree": {
    message: 'No hay un árbol de opciones "{tree}" {where}.',
    fix: "corrige el nombre o crea el archivo.",
  },
  "unknown-value": {
    message: '"{value}" no es un valor que se pueda usar aquí. Se pueden usar: {allowed}.',
    fix: "usa uno de ellos.",
  },
  "unknown-value-key": {
    message: '{owner} usa "{path}", pero según "answer" la llamada "{call}" no da "{key}": da {allowed}.',
    fix: 'corrige el nombre, o agrega la clave a "answer" de la llamada.',
  },
  "unknown-variable": {
    message: '{owner} usa "{path}", que no es un campo, un dato de la marca ni el resultado de un programa.',
    fix: "corrige el nombre; un campo se escribe paso.campo, uno del mismo grupo, group.campo, y un dato de la marca, brand.dato.",
  },
  "unknown-view": {
    message: 'La vista "{view}" no existe.',
    fix: "corrige el nombre o crea el archivo en schemas/views.",
  },
  "unknown-wait": {
    message: 'El ejemplo nombra la espera "{wait}", pero el paso "{step}" {has}.',
    fix: 'corrige el nombre (el "as" de su "await") o el paso.',
  },
  "unknown-wording-key": {
    message: 'La clave "{key}" no es el texto de nada.',
    fix: "corrige la clave o quítala.",
  },
  "unpressed-data": {
    message: 'La consulta "{data}" espera un botón, pero ningún campo lo tiene.',
    fix: 'pon "looksUp": "{data}" en el campo con que se busca, o quita "on": "press".',
  },
  "unproven-input": {
    message: 'La llamada "{call}" necesita "{input}", y aquí puede faltar: {why}.',
    fix: 'pon la llamada bajo la misma condición, dale otro valor si falta, o ponlo en "optional" de la llamada.',
  },
  "unreachable-instruction": {
    message: "Esta línea nunca se hace: la anterior siempre se va a otra parte.",
    fix: 'ponla antes, quítala, o agrega "when" a la anterior.',
  },
  "unreached-step": {
    message: 'Nada lleva al paso "{step}": nadie lo vería.',
    fix: 'agrega una línea con "go" en el programa de un paso anterior, o quita el paso.',
  },
  "unread-filter": {
    message: 'La pantalla "{screen}" no usa lo que se elige en "{path}": elegirlo no cambiaría nada.',
    fix: 'dalo a una consulta de la pantalla, en "with": { "var": "{path}" }, o quita la pregunta.',
  },
  "unread-input": {
    message:
      'La llamada "{call}" pide "{input}", pero no lo manda: ni su dirección, ni "query", ni "body" ni una cabecera lo leen.',
    fix: 'mándalo, p. ej. "query": { "{input}": { "var": "input.{input}" } }, o quítalo de "input".',
  },
  "unresolved-kind": {
    message: 'El tipo "{kind}" depende del dato "{fact}", y no dice a qué tipo equivale "{value}".',
    fix: 'agrega "{value}" a "byFact" del tipo "{kind}", o corrige el dato de la marca.',
  },
  "unsafe-drawing": {
    message: 'El dibujo "{file}" tiene algo que un dibujo no puede tener: {found}.',
    fix: "quítalo, o exporta el dibujo como SVG simple: solo formas, sin programas, imágenes incrustadas ni nada que venga de fuera.",
  },
  "unsafe-link": {
    message: 'El texto enlaza a "{href}", y no se permite enlazar ahí.',
    fix: "enlaza a una dirección del sitio (/…), a https://, mailto: o tel:.",
  },
  "unsaid-secret": {
    message:
      'La dirección de la pantalla "{screen}" puede llevar una clave en "{parameter}", y no dice si lo es.',
    fix: 'ponle "secret": true si quien tiene la dirección entra sin más, o "secret": false si no es ninguna clave.',
  },
  "unshowable-data": {
    message: '{where} muestra la consulta "{data}", pero {why}.',
    fix: 'muestra otra consulta o nombra lo que da; di en la llamada qué da: "value": { "var": "answer" }, y en "answer" lo que lleva. Lo que una vista necesita está en schemas/views.',
  },
  "unshowable-placeholder": {
    message: 'El texto usa "{placeholder}", que es {what}: un texto no lo puede mostrar.',
    fix: "nombra un campo con una respuesta, o da un valor al parámetro; si no, quita el marcador.",
  },
  "unsteady-format": {
    message: "{owner} hace que el formato dependa de una respuesta.",
    fix: 'usa un valor o un dato de la marca; para que cambie con una respuesta, usa "variants".',
  },
  "unsupported-markdown": {
    message: "El texto usa {construct}, que aquí no se muestra.",
    fix: "usa párrafos, **negrita**, *cursiva*, listas, enlaces y saltos de línea.",
  },
  "unsupported-pattern": {
    message: "Esta expresión regular usa {construct}, que aquí no se permite: puede tardar sin límite.",
    fix: "escríbela sin eso; lo que no se pueda decir así va en una operación.",
  },
  "unusable-grammar": {
    message: "La gramática {grammar} falta o no se puede usar, así que nada suyo se pudo revisar.",
    fix: "recupera el archivo de la última versión que funcionaba.",
  },
  "unused-dialog": {
    message: 'Ningún programa abre el diálogo "{dialog}".',
    fix: 'ábrelo con { "dialog": "{dialog}" }, o quítalo.',
  },
  "unused-document": {
    message: 'Nadie recibe el documento "{document}": {why}.',
    fix: "{how}, o quítalo.",
    severity: "warning",
  },
  "unused-mail": {
    message: 'Ningún programa manda el correo "{mail}".',
    fix: 'mándalo al guardar, con "deliver": [{ "mail": "{mail}" }], o quítalo.',
  },
  "unused-query": {
    message: 'La consulta "{data}" no la muestra ningún bloque, ni la lee otra consulta.',
    fix: "agrega un bloque «view» que la muestre, o quítala.",
    severity: "warning",
  },
  "unused-rule": {
    message: 'Nada usa la regla "{rule}".',
    fix: 'úsala con { "var": "rules.{rule}" }, o quítala.',
  },
  "unused-sequence": {
    message: 'Ninguna solicitud toma su número de la secuencia "{sequence}".',
    fix: 'nómbrala en el programa, con "submit": { "sequence": "{sequence}", … }, o quítala.',
  },
  "unused-wording-key": {
    message: 'El texto "{key}" no se muestra en ninguna parte: {reason}.',
    fix: "quítalo.",
  },
  "value-out-of-range": { message: "Este valor no se permite: {limit}.", fix: "cambia el valor." },
  "visitor-not-alone": {
    message: '{owner} lee "visitor.id" entre otras cosas, y solo el servidor sabe quién es.',
    fix: 'da "visitor.id" solo, en un dato de "with": { "var": "visitor.id" }.',
  },
  "with-not-a-path": {
    message: '{owner} usa el parámetro "{parameter}" como nombre de un campo, pero aquí se le da otra cosa.',
    fix: 'da un campo y nada más: { "var": "paso.campo" }.',
  },
  "words-in-place": {
    message: 'El flujo dice "wording": "apart", pero este texto está aquí.',
    fix: 'llévalo a wording.es.json, con la clave "{key}".',
  },
  "wrong-argument-count": {
    message: '"{operator}" lleva {expected}, pero aquí tiene {found}.',
    fix: "revisa los argumentos entre corchetes.",
  },
  "wrong-file-format": {
    message: 'El archivo "{file}" no es {expected}, aunque su nombre lo diga.',
    fix: "guárdalo de nuevo en ese formato; cambiar el nombre no lo convierte.",
  },
  "wrong-type": { message: "Aquí va {expected}, pero hay {found}.", fix: "escribe {expected}." },
} satisfies Record<string, Message>;

/** A permanent word. Each has cases in `fixtures/broken`. */
export type DiagnosticCode = keyof typeof all;

export const messages: Record<DiagnosticCode, Message> = all;
