/** A flow of no brand that waits for a payment, and the event that it waits for, with the four ways in which one returns. */
/** As a payment provider's page returns, by GET or POST. */
export const payment = {
  $schema: "../language/event.schema.json",
  event: "payment",
  description: "Un pago de prueba.",
  outcomes: ["came", "refused", "cancelled"],
  payload: {
    token: { type: "string", maxLength: 100 },
    order: { type: "string", maxLength: 40 },
    amount: { type: "number" },
  },
  optional: ["token", "order", "amount"],
  receives: {
    refused: { "==": [{ var: "received.status" }, "rejected"] },
    cancelled: { or: [{ "!!": { var: "received.TBK_TOKEN" } }, { "!": { var: "received.token_ws" } }] },
    came: { "!!": { var: "received.token_ws" } },
    key: { if: [{ var: "received.token_ws" }, { var: "received.token_ws" }, null] },
    with: {
      token: { var: "received.token_ws" },
      order: { var: "received.TBK_ORDEN_COMPRA" },
      amount: { var: "received.amount" },
    },
  },
};

const text = { kind: "text", label: "Nombre", schema: { maxLength: 60 } };

export const service = {
  $schema: "../language/service.schema.json",
  service: "payments",
  calls: {
    create: {
      method: "POST",
      path: "payments/create",
      input: { order: { type: "string" }, address: { type: "string" } },
      body: { var: "input" },
      timeout: 9000,
    },
    tell: {
      method: "POST",
      path: "payments/tell",
      input: { email: { type: "string" }, code: { type: "string" } },
      body: { var: "input" },
      timeout: 9000,
    },
    commit: {
      method: "POST",
      path: "payments/commit",
      input: { token: { type: "string" } },
      body: { var: "input" },
      timeout: 9000,
    },
  },
};

export const good = {
  "POST /payments/create": { body: { token: "t" } },
  "POST /payments/commit": { body: { approved: true } },
  "POST /payments/tell": { body: {} },
};

/** Asks for a name, stores it, and waits a quarter of an hour to be paid. */
export const order = {
  flow: "order",
  title: "Pedido",
  steps: {
    buyer: {
      title: "¿Quién compra?",
      sections: { main: { fields: { name: text, copy: { ...text, label: "Copia", required: false } } } },
      onContinue: [
        { submit: { deliver: [{ mail: "receipt" }] } },
        {
          call: "payments.create",
          with: { order: { var: "submission.number" }, address: { var: "waits.payment.address" } },
          onFailure: [{ refuse: "No pudimos empezar el pago." }],
        },
        {
          await: "payment",
          as: "payment",
          until: { minutes: 15 },
          title: "Esperamos el pago de {buyer.name}",
          body: "Págalo en la página del **banco** y vuelve aquí.",
          check: "Ya pagué",
          cancel: "Cancelar el pago",
          onCame: [
            {
              call: "payments.commit",
              as: "committed",
              with: { token: { var: "payment.data.token" } },
              onFailure: [{ refuse: "No pudimos confirmar tu pago. Vuelve a intentarlo." }],
            },
            { refuse: "El banco rechazó el pago.", when: { "!": { var: "committed.data.approved" } } },
            { set: { paid: { var: "payment.data.token" } } },
            { go: "end" },
          ],
          onRefused: [{ refuse: "El banco rechazó el pago." }],
          onTimeout: [{ refuse: "Se acabó el tiempo para pagar." }],
          onCancelled: [{ refuse: "Cancelaste el pago." }],
        },
      ],
    },
    end: { title: "Pagado, {buyer.name}", slug: "listo", ends: true },
  },
  mails: {
    receipt: { to: "a@correo.cl", subject: "Pago de {buyer.name}", body: "Token {payment.data.token}." },
  },
};

/** Sends a code, and waits until somebody types it. */
export const entry = {
  flow: "entry",
  title: "Entrar",
  steps: {
    who: {
      title: "¿Quién eres?",
      sections: { main: { fields: { email: { ...text, label: "Correo" } } } },
      onContinue: [
        {
          call: "payments.tell",
          with: { email: { var: "who.email" }, code: { var: "waits.code.code" } },
          onFailure: [{ refuse: "No pudimos enviarte el código." }],
        },
        {
          await: "codeTyped",
          as: "code",
          until: { minutes: 10 },
          title: "Escribe el código",
          body: "Lo enviamos a **{who.email}**.",
          code: "Código de 6 dígitos",
          cancel: "Usar otro correo",
          onCame: [{ submit: { deliver: [] } }, { set: { known: true } }, { go: "end" }],
          onRefused: [{ refuse: "Se acabaron los intentos. Pide otro código." }],
          onTimeout: [{ refuse: "El código venció. Pide otro." }],
          onCancelled: [{ refuse: "Escribe otro correo." }],
        },
      ],
    },
    end: { title: "Hola", slug: "hola", ends: true },
  },
};

const codeTyped = {
  $schema: "../language/event.schema.json",
  event: "codeTyped",
  description: "La persona escribió el código que le llegó.",
  outcomes: ["came"],
};

export const written = {
  flows: { order, entry },
  service,
  kinds: ["text"],
  events: { payment, codeTyped },
  routes: good,
};
