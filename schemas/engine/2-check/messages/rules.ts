import type { Messages } from "./message.ts";

/** Rules, options and programs that cannot mean what they should. */
export const rules = {
  "unknown-operator": {
    message: '{owner} usa el operador "{operator}", que no existe.',
    mend: "usa un operador de JSON Logic de la lista de docs/operations.md.",
  },
  "unknown-operation": {
    message: '{owner} usa la operación "{operator}", que no existe.',
    mend: "usa una de estas: {allowed}.",
  },
  "malformed-rule": {
    message: "{owner} no es una regla: {reason}.",
    mend: 'una regla es un valor o un objeto con un solo operador, p. ej. { "==": [{ "var": "paso.campo" }, "x"] }.',
  },
  "wrong-argument-count": {
    message: '"{operator}" lleva {expected}, pero aquí tiene {found}.',
    mend: "revisa los argumentos entre corchetes.",
  },
  "later-step": {
    message: '{owner} usa "{path}", que se responde después, en el paso "{step}".',
    mend: "usa un campo de este paso o de uno anterior, o cambia el orden de los pasos.",
  },
  cycle: {
    message: "Estas reglas dependen unas de otras en círculo: {path}.",
    mend: "quita una de las reglas del círculo.",
  },
  "never-true": {
    message: 'Esta comparación nunca se cumple: "{path}" no puede ser {value}. Puede ser: {allowed}.',
    mend: "corrige el valor.",
  },
  "options-parent": {
    message:
      'Las opciones de "{path}" salen del árbol "{tree}" bajo "{parent}", pero "{parent}" no elige en ese árbol.',
    mend: 'pon en "under" el campo que elige el nivel anterior del mismo árbol.',
  },
  "uneven-tree": {
    message:
      'Bajo "{option}" no hay opciones, pero el campo "{path}" es obligatorio y las pide: no se podría continuar.',
    mend: 'agrega opciones bajo "{option}", o pon "required": false en "{path}".',
  },
  "backward-go": {
    message: 'El paso "{step}" no puede ir a "{target}", que no viene después.',
    mend: "ve a un paso posterior; atrás se vuelve con el botón del navegador.",
  },
  "program-without-end": {
    message: "Después de esta línea el programa termina sin ir a ninguna parte.",
    mend: 'agrega al final una línea con "go", "redirect" o "refuse", sin "when".',
  },
  "unreachable-instruction": {
    message: "Esta línea nunca se hace: la anterior siempre se va a otra parte.",
    mend: 'ponla antes, quítala, o agrega "when" a la anterior.',
  },
  "repeated-submit": {
    message: "El programa guarda la solicitud dos veces.",
    mend: 'deja un solo "submit" y pon todas las entregas en él.',
  },
  "program-on-final-step": {
    message: 'El paso "{step}" es final: nadie puede continuar desde él, así que su programa nunca se hace.',
    mend: 'quita "onContinue" o quita "ends".',
  },
  "no-final-step": {
    message: 'El flujo "{flow}" no tiene un paso final.',
    mend: 'pon "ends": true en el paso donde termina.',
  },
  "invalid-pattern": {
    message: "Esta expresión regular no se entiende.",
    mend: "revisa los paréntesis, los corchetes y las barras; una barra invertida se escribe \\\\.",
  },
  "unsupported-pattern": {
    message: "Esta expresión regular usa {construct}, que aquí no se permite: puede tardar sin límite.",
    mend: "escríbela sin eso; lo que no se pueda decir así va en una operación.",
  },
  "slow-pattern": {
    message:
      "Esta expresión regular puede tardar demasiado: un mismo texto se puede leer de varias maneras, y se prueban todas.",
    mend: "ponle ^ al comienzo y $ al final, repite una sola vez, y haz que lo que sigue a una repetición empiece distinto.",
  },
} satisfies Messages;
