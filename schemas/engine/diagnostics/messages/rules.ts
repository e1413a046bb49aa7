import type { Messages } from "./message.ts";

/** Rules, options and programs that cannot mean what they should. */
export const rules = {
  "unknown-operator": {
    message: '{owner} usa el operador "{operator}", que no existe.',
    fix: "usa un operador de JSON Logic de la lista de docs/operations.md.",
  },
  "unknown-operation": {
    message: '{owner} usa la operación "{operator}", que no existe.',
    fix: "usa una de estas: {allowed}.",
  },
  "malformed-rule": {
    message: "{owner} no es una regla: {reason}.",
    fix: 'una regla es un valor o un objeto con un solo operador, p. ej. { "==": [{ "var": "paso.campo" }, "x"] }.',
  },
  "wrong-argument-count": {
    message: '"{operator}" lleva {expected}, pero aquí tiene {found}.',
    fix: "revisa los argumentos entre corchetes.",
  },
  "later-step": {
    message: '{owner} usa "{path}", que se responde después, en el paso "{step}".',
    fix: "usa un campo de este paso o de uno anterior, o cambia el orden de los pasos.",
  },
  "filled-too-late": {
    message: '{owner} rellena "{path}", que a esa altura ya se respondió.',
    fix: 'rellena con "fill" solo campos de los pasos que siguen.',
  },
  cycle: {
    message: "Estas reglas dependen unas de otras en círculo: {path}.",
    fix: "quita una de las reglas del círculo.",
  },
  "rule-cycle": {
    message: "Estas reglas con nombre se usan unas a otras en círculo: {path}.",
    fix: "quita uno de los usos, o escribe la regla en su lugar.",
  },
  "no-answer": {
    message: '{owner} usa "{path}", que no tiene una respuesta propia: es {what}.',
    fix: "usa un campo que la persona responda, o quítalo.",
  },
  "group-outside-group": {
    message: '{owner} usa "{path}", pero no está en un grupo ni en una fila.',
    fix: "escribe el campo entero, paso.campo.",
  },
  "row-outside-list": {
    message: '{owner} usa "{path}", pero no está en las filas de una lista.',
    fix: "escribe el campo entero, paso.campo.",
  },
  "read-of-row": {
    message: '{owner} usa "{path}", que tiene una respuesta por cada fila de "{list}".',
    fix: 'en una regla de la misma fila se escribe "row.{inner}"; desde fuera se lee la lista entera, con some, all, map o reduce sobre "{list}"; en un ejemplo lleva el id de la fila: {list}.r1.{inner}.',
  },
  "nested-list": {
    message: '"{path}" es una lista dentro de las filas de otra lista, "{list}".',
    fix: "usa un grupo, o saca la lista de las filas.",
  },
  "press-data-rule": {
    message:
      '{owner} usa la consulta "{data}", que se hace con un botón: el servidor no sabe qué se pulsó y no podría revisarlo.',
    fix: 'úsala solo en "fills" y en el "visibleWhen" de textos entre las preguntas; o quítale "on": "press".',
  },
  "look-up-not-pressed": {
    message: 'El botón de "{path}" hace la consulta "{data}", que no espera un botón.',
    fix: 'ponle "on": "press" a la consulta, o quita "looksUp".',
  },
  "unshowable-data": {
    message: 'La vista "{view}" muestra la consulta "{data}", pero {why}.',
    fix: 'muestra otra consulta, o di en la llamada qué da: "value": { "var": "answer" }, y en "answer" lo que lleva. Lo que la vista necesita está en schemas/views.',
  },
  "missing-slot": {
    message: 'La vista "{view}" muestra de cada fila lo que dice "{key}", y el bloque no lo dice.',
    fix: 'agrega "{key}" al bloque.',
  },
  "slot-not-shown": {
    message: 'La vista "{view}" no muestra "{key}".',
    fix: 'quita "{key}", o usa una vista que lo muestre.',
  },
  "query-not-required": {
    message: '{owner} lee la consulta "{data}", que puede llegar después que la página.',
    fix: 'ponle "required": true a esa consulta, si sin ella no hay página, o no la leas aquí.',
  },
  "answer-in-required": {
    message: '{owner} decide si hay página ("required"), y lee "{path}", que se responde en ella.',
    fix: 'lee la ruta (route.nombre), o quita "required".',
  },
  "visitor-not-alone": {
    message: '{owner} lee "visitor.id" entre otras cosas, y solo el servidor sabe quién es.',
    fix: 'da "visitor.id" solo, en un dato de "with": { "var": "visitor.id" }.',
  },
  "picture-from-anywhere": {
    message: "La imagen es la que diga la fila, y la página no deja entrar imágenes de cualquier sitio.",
    fix: 'di en "picturesFrom" de qué sitios vienen, p. ej. ["https://imagenes.example"].',
  },
  "not-in-finder": {
    message: 'El flujo "{flow}" es un buscador ("finder"), y un buscador no tiene {what}.',
    fix: 'déjalo con un solo paso que pregunta y muestra, o quita "finder".',
  },
  "unpressed-data": {
    message: 'La consulta "{data}" espera un botón, pero ningún campo lo tiene.',
    fix: 'pon "looksUp": "{data}" en el campo con que se busca, o quita "on": "press".',
  },
  "endless-fill": {
    message: 'La consulta "{data}" responde "{path}", y por eso se vuelve a hacer: puede no terminar nunca.',
    fix: 'quita el campo de "fills", o usa "on": "press".',
    severity: "warning",
  },
  "empty-range": {
    message: "Ningún valor cabe aquí: el mínimo, {least}, es mayor que el máximo, {most}.",
    fix: "cambia uno de los dos.",
  },
  "formerly-taken": {
    message: '"{path}" dice que antes era "{formerly}", {why}.',
    fix: 'corrige "formerly" o quítalo.',
  },
  "personal-in-address": {
    message: '"{path}" es un dato personal y no puede estar en la dirección de la página.',
    fix: 'quítalo de "answers"; si no es personal, dilo en el campo con "personal": false.',
  },
  "unfit-for-address": {
    message: '"{path}" no puede venir de la dirección de la página: es {what}.',
    fix: 'quítalo de "answers".',
  },
  "reserved-address": {
    message: 'La dirección "{route}" es del servidor: todo lo que empieza con "/{first}" lo responde él.',
    fix: "usa otra dirección.",
  },
  "never-true": {
    message: 'Esta comparación nunca se cumple: "{path}" no puede ser {value}. Puede ser: {allowed}.',
    fix: "corrige el valor.",
  },
  "options-without-rows": {
    message:
      'Las opciones de la llamada "{call}" salen de una lista de filas, pero según "answer" aquí hay {found}.',
    fix: 'di en "rows" dónde está la lista, p. ej. { "var": "answer.data" }.',
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
  "uneven-tree": {
    message:
      'Bajo "{option}" no hay opciones, pero el campo "{path}" es obligatorio y las pide: no se podría continuar.',
    fix: 'agrega opciones bajo "{option}", o pon "required": false en "{path}".',
  },
  "backward-go": {
    message: 'El paso "{step}" no puede ir a "{target}", que no viene después.',
    fix: "ve a un paso posterior; atrás se vuelve con el botón del navegador.",
  },
  "program-without-end": {
    message: "Después de esta línea el programa termina sin ir a ninguna parte.",
    fix: 'agrega al final una línea con "go", "dialog", "redirect" o "refuse", sin "when".',
  },
  "unreachable-instruction": {
    message: "Esta línea nunca se hace: la anterior siempre se va a otra parte.",
    fix: 'ponla antes, quítala, o agrega "when" a la anterior.',
  },
  "second-end": {
    message: '{owner} termina dos veces: ya lo hizo con "{end}".',
    fix: "deja una sola de estas: close, retry, resume, go, redirect.",
  },
  "begin-without-end": {
    message:
      'El flujo "{flow}" queda en espera, pero después de esta línea nadie va a un paso final: nunca empezaría.',
    fix: 'agrega después una línea con "go" a un paso que tenga "ends": true.',
  },
  "repeated-submit": {
    message: "El programa guarda la solicitud dos veces.",
    fix: 'deja un solo "submit" y pon todas las entregas en él.',
  },
  "program-on-final-step": {
    message: 'El paso "{step}" es final: nadie puede continuar desde él, así que su programa nunca se hace.',
    fix: 'quita "onContinue" o quita "ends".',
  },
  "no-final-step": {
    message: 'El flujo "{flow}" no tiene un paso final.',
    fix: 'pon "ends": true en el paso donde termina.',
  },
  "unreached-step": {
    message: 'Nada lleva al paso "{step}": nadie lo vería.',
    fix: 'agrega una línea con "go" en el programa de un paso anterior, o quita el paso.',
  },
  "never-submitted": {
    severity: "warning",
    message: 'El flujo "{flow}" llega a su final, "{step}", sin guardar nada de lo que pregunta.',
    fix: 'agrega { "submit": { "deliver": [] } } al programa del paso anterior, antes de su "go".',
  },
  "unsteady-format": {
    message: "{owner} hace que el formato dependa de una respuesta.",
    fix: 'usa un valor o un dato de la marca; para que cambie con una respuesta, usa "variants".',
  },
  "invalid-pattern": {
    message: "Esta expresión regular no se entiende.",
    fix: "revisa los paréntesis, los corchetes y las barras; una barra invertida se escribe \\\\.",
  },
  "unsupported-pattern": {
    message: "Esta expresión regular usa {construct}, que aquí no se permite: puede tardar sin límite.",
    fix: "escríbela sin eso; lo que no se pueda decir así va en una operación.",
  },
  "slow-pattern": {
    message: "Esta expresión regular puede tardar demasiado: {reason}.",
    fix: "{advice}",
  },
  "condition-no-rule": {
    message: "Aquí va una regla, y hay {found}.",
    fix: 'escribe la regla como objeto, p. ej. { "==": [{ "var": "paso.campo" }, "valor"] }.',
  },
  "constant-condition": {
    message: "Esta regla siempre da lo mismo: {why}.",
    fix: 'lee con "var" aquello de lo que depende, p. ej. { "var": "paso.campo" }, corrige lo que se contradice, o quita la condición.',
  },
  "await-out-of-place": {
    message: "Aquí un programa no puede esperar: es lo que se hace porque una llamada falló.",
    fix: 'pon "await" fuera de "onFailure", entre las líneas del programa.',
  },
  "dialog-while-waiting": {
    message: "Después de una espera no se puede abrir un diálogo: puede que no haya nadie mirando.",
    fix: 'di lo que pasó con "refuse" o ve a otro paso con "go"; lo que hay que preguntar va antes de "await".',
  },
  "missing-branch": {
    message: 'El evento "{event}" puede terminar en "{outcome}", y aquí no dice qué se hace entonces.',
    fix: 'agrega "{branch}" con sus líneas.',
  },
  "needless-branch": {
    message: '"{branch}" nunca se hace: el evento "{event}" no termina en "{outcome}".',
    fix: 'quítalo, o agrega el resultado a "outcomes" del evento.',
  },
  "code-brings-nothing": {
    message: 'Quien escribe un código no trae nada más, y el evento "{event}" necesita "{name}".',
    fix: 'agrega "{name}" a "optional" del evento, o espera un evento sin "payload".',
  },
  "repeated-await": {
    message: 'El flujo "{flow}" ya espera algo con el nombre "{name}".',
    fix: 'usa otro nombre en "as": los textos y la dirección de cada espera se llaman como ella.',
  },
  "event-does-not-fit": {
    message: 'El evento "{event}" {what}.',
    fix: 'haz que "outcomes", "payload" y "receives" digan lo mismo.',
  },
  "mail-to-no-address": {
    message: 'El correo va a "{path}", que no es una dirección de correo.',
    fix: 'pon en "to" un campo de tipo email o un dato de la marca que sea una dirección.',
  },
} satisfies Messages;
