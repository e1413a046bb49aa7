import type { Failure } from "../../services/sent.ts";

/** A content system's refusal, as far as it may be told. */
export interface Refusal {
  status: number;
  /** The error's own id, e.g. `AccessTokenInvalid`. */
  id?: string;
  /** Seconds until it may be asked again. */
  reset?: number;
}

/** Why content could not be read. It repeats nothing of an answer but a status and a word. */
export class ContentFailure extends Error {
  readonly kind: Failure | "refused";
  readonly refusal: Refusal;
  constructor(
    kind: Failure | "refused",
    { status, id, reset }: { status: number; id?: unknown; reset?: number } = { status: 0 },
  ) {
    const word = typeof id === "string" && /^[A-Za-z]{1,60}$/.test(id) ? id : undefined;
    super(`the content could not be read: ${[kind, status || "", word ?? ""].join(" ").trim()}`);
    this.name = "ContentFailure";
    this.kind = kind;
    this.refusal = {
      status,
      ...(word === undefined ? {} : { id: word }),
      ...(reset === undefined ? {} : { reset }),
    };
  }
}

interface FailureDescription {
  /** In Spanish, for whoever runs the server or writes content. */
  message: string;
  mend: string;
}

const settled = "se vuelve a intentar solo; si dura, mira el estado de Contentful y la red";

const refusals: Record<number, FailureDescription> = {
  400: {
    message: "no entiende la consulta",
    mend: "revisa CONTENTFUL_LOCALE: el idioma tiene que existir en el espacio",
  },
  401: { message: "no acepta el token", mend: "revisa CONTENTFUL_TOKEN" },
  403: { message: "no acepta el token", mend: "revisa CONTENTFUL_TOKEN y a qué espacio pertenece" },
  404: {
    message: "no conoce el espacio o el ambiente",
    mend: "revisa CONTENTFUL_SPACE y CONTENTFUL_ENVIRONMENT",
  },
  429: {
    message: "pide esperar: hubo demasiadas consultas",
    mend: "se vuelve a intentar solo; si se repite, sube CONTENT_REFRESH",
  },
};

const kinds: Record<Failure, FailureDescription> = {
  timeout: { message: "no respondió a tiempo", mend: settled },
  unreachable: { message: "no se puede alcanzar", mend: settled },
  garbled: { message: "respondió algo que no se puede leer entero", mend: settled },
};

/** What happened and what helps. */
export function describeFailure({ kind, refusal }: ContentFailure): FailureDescription {
  if (kind !== "refused") return { message: `Contentful ${kinds[kind].message}.`, mend: kinds[kind].mend };
  const { status, id } = refusal;
  const { message, mend } = refusals[status] ?? { message: "no pudo responder", mend: settled };
  return { message: `Contentful ${message} (${[status, id].filter(Boolean).join(" ")}).`, mend };
}
