/** Operators' commands by name. What each does is in `server/operators`; its words and options are in the file that it names. */
import type { Env } from "../../server/config/settings.ts";
import type { Printed } from "./command.ts";

export interface OperatorCommand {
  /** For the list of all, in Spanish. */
  summary: string;
  /** Loaded when it is called: each start loads one alone. */
  load: () => Promise<(words: string[], env: Env) => Promise<Printed>>;
}

export const operatorCommands: Record<string, OperatorCommand> = {
  submissions: {
    summary: "lo que enviaron las personas, por número, documento, patente o respuesta",
    load: async () => (await import("./submissions.ts")).operateSubmissions,
  },
  leads: {
    summary: "hasta dónde llegó cada uno con un formulario",
    load: async () => (await import("./leads.ts")).operateLeads,
  },
  deliveries: {
    summary: "correos y llamadas que salen, y los que no salieron",
    load: async () => (await import("./deliveries.ts")).operateDeliveries,
  },
  mails: {
    summary: "correos que quedaron en archivos, por no haber SMTP_URL",
    load: async () => (await import("./mails.ts")).operateMails,
  },
  waits: {
    summary: "lo que los formularios esperan, y lo que llegó tarde",
    load: async () => (await import("./waits.ts")).operateWaits,
  },
  payments: {
    summary: "pagos con tarjeta: los pendientes, su comprobante, devoluciones",
    load: async () => (await import("./payments.ts")).operatePayments,
  },
  documents: {
    summary: "documentos de una venta: los que llegaron, y su revisión",
    load: async () => (await import("./documents.ts")).operateDocuments,
  },
  evidence: {
    summary: "qué se mostró y respondió, por qué, y su prueba",
    load: async () => (await import("./evidence.ts")).operateEvidence,
  },
  consents: {
    summary: "consentimientos de una solicitud o de quien visita, y su revocación",
    load: async () => (await import("./keep.ts")).operateConsents,
  },
  hold: {
    summary: "retiene una solicitud para que no se borre, o la suelta",
    load: async () => (await import("./keep.ts")).operateHold,
  },
  erase: {
    summary: "borra lo personal de una solicitud, o dice qué se borraría",
    load: async () => (await import("./keep.ts")).operateErase,
  },
  retention: {
    summary: "borra lo que pasó su plazo, o dice qué es",
    load: async () => (await import("./keep.ts")).operateRetention,
  },
  content: {
    summary: "enlace que vence, para ver el contenido sin publicar en el sitio",
    load: async () => (await import("./content.ts")).operateContent,
  },
  rekey: {
    summary: "cifra los datos personales con la primera clave de DATA_KEY",
    load: async () => (await import("./rekey.ts")).operateRekey,
  },
  backup: {
    summary: "base de datos, archivos y correos a una carpeta",
    load: async () => (await import("./backup.ts")).operateBackup,
  },
  restore: {
    summary: "devuelve un respaldo, con el servidor detenido",
    load: async () => (await import("./backup.ts")).operateRestore,
  },
};
