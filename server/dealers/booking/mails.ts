/** What the customer and the workshop are told of an appointment. */
import {
  calendarFile,
  calendarFileName,
  calendarUid,
  formatOf,
  instantOf,
} from "../../../schemas/engine/serve.ts";
import { dayIn } from "../../clock.ts";
import type { MailPayload } from "../../mail/transport.ts";
import { fact } from "../../services/embedded/facts.ts";
import type { ServiceBrand } from "../../services/embedded/service.ts";
import type { Texts } from "../../services/embedded/texts.ts";
import type { Appointment } from "../../store/appointments.ts";
import { enqueueDelivery } from "../../store/deliveries.ts";
import type { Queries } from "../../store/store.ts";
import type { ServiceTemplate, WorkshopPerson } from "../reference/booking.ts";
import { hasMailbox } from "../requests/dealer-mail.ts";
import type { WorkshopPlace } from "./workshops.ts";

export interface BookedVisit {
  brand: ServiceBrand;
  place: WorkshopPlace;
  service: ServiceTemplate;
  person: WorkshopPerson | undefined;
  appointment: Appointment;
  texts: Texts;
  token: string;
  /** The workshop's. */
  timeZone: string;
}

const dayText = (day: string): string => formatOf({ operation: "date", with: {} }).show(day);

/** The page of the link, with the token behind it: of the brand's own site where what was sent is a path. */
export function linkTo(address: string | undefined, token: string): string | undefined {
  const nowhere = "http://none.invalid";
  if (address === undefined || !URL.canParse(address, nowhere)) return undefined;
  const url = new URL(address, nowhere);
  if (!["https:", "http:"].includes(url.protocol)) return undefined;
  url.searchParams.set("cita", token);
  return url.origin === nowhere ? url.pathname + url.search : url.href;
}

/** What a calendar that has the appointment makes of its change: the uuid of the booking names it there too. */
function calendarOf({ brand, place, appointment, texts, timeZone }: BookedVisit, now: Date) {
  const { day, time, state, created_at } = appointment;
  if (day === null || time === null) return undefined;
  const title = `Servicio técnico en ${brand.name}`;
  const isCancelled = state === "cancelled";
  const text = calendarFile({
    uid: calendarUid(texts["uuid"]!, brand.code),
    author: brand.name,
    today: dayIn(timeZone, now),
    start: instantOf(day, time, timeZone),
    minutes: 60,
    title,
    place: place.office.name,
    description: texts["uuid"]!,
    // Later ones are higher, without anybody counting.
    sequence: Math.max(1, Math.floor((now.getTime() - Date.parse(created_at)) / 1000)),
    isCancelled,
  });
  return { name: calendarFileName(title), text, ...(isCancelled ? { method: "CANCEL" as const } : {}) };
}

function sectionsOf({ place, service, person, appointment, texts }: BookedVisit) {
  const { day, time } = appointment;
  const row = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);
  return [
    {
      title: "La cita",
      rows: [
        ...row("Servicio", service.title),
        ...row("Fecha", day === null ? undefined : dayText(day)),
        ...row("Hora", time ?? undefined),
        ...row("Sucursal", `${place.office.name}, ${place.office.address}, ${place.office.commune}`),
        ...row("Te atiende", service.hidesAdviser ? undefined : person?.name),
        ...row("Servicios adicionales", texts["additionalService"]),
      ],
    },
    {
      title: "El auto",
      rows: [
        ...row("Patente o placa", texts["vehiclePlate"]),
        ...row("Auto", `${texts["carBrand"]} ${texts["carModel"]} ${texts["carYear"]}`),
        ...row("Kilometraje", texts["mileage"]),
      ],
    },
  ];
}

interface Wording {
  /** What the mail is about: part of the name by which it is sent once. */
  about: string;
  subject: string;
  /** Left out where whoever asked tells the customer. */
  customer?: string;
  workshop: string;
}

/** What the workshop is told of a customer. */
const customerLabels = {
  contactName: "Nombre",
  clientRut: "RUT",
  clientDni: "DNI",
  contactPhone: "Teléfono",
  contactMail: "Correo electrónico",
  comments: "Comentarios",
  paymentInfo: "Pago",
};

async function mail(db: Queries, visit: BookedVisit, words: Wording, key: string, now: Date): Promise<void> {
  const { brand, texts, token, appointment } = visit;
  const from = { name: brand.name, address: fact(brand, ["mailSender"]) };
  const department = hasMailbox(brand, "workshop") ? "workshop" : "customerService";
  const href = appointment.state === "booked" ? linkTo(texts["reScheduleUrl"], token) : undefined;
  const look = { brand: brand.mails(), subject: words.subject };
  const calendar = calendarOf(visit, now);
  const toCustomer: MailPayload | undefined =
    words.customer === undefined
      ? undefined
      : {
          to: texts["contactMail"]!,
          isFromAnswers: true,
          from,
          replyTo: fact(brand, ["mailboxes", department]),
          draft: {
            ...look,
            body: words.customer,
            sections: sectionsOf(visit),
            buttons: href === undefined ? [] : [{ label: "Cambiar o cancelar la hora", href }],
          },
          ...(calendar ? { calendar } : {}),
        };
  const rows = Object.entries(customerLabels).flatMap(([name, label]) =>
    texts[name] === undefined ? [] : [{ label, value: texts[name] }],
  );
  const toWorkshop: MailPayload = {
    to: fact(brand, ["mailboxes", department]),
    from,
    replyTo: texts["contactMail"]!,
    draft: {
      ...look,
      body: words.workshop,
      sections: [...sectionsOf(visit), { title: "Cliente", rows }],
    },
  };
  for (const [whom, payload] of [
    ["customer", toCustomer],
    ["workshop", toWorkshop],
  ] as const) {
    if (!payload) continue;
    const dedupe = `appointment.${words.about}.${whom}/${key}`;
    await enqueueDelivery(db, { submission: null, brand: brand.code, kind: "mail", dedupe, payload }, now);
  }
}

/** The workshop's alone: who books by the form is told by the form's own mail, with its words and its receipt. */
export const mailBooked = (
  db: Queries,
  visit: BookedVisit,
  { hasOther }: { hasOther: boolean },
  now: Date,
): Promise<void> => {
  const other = hasOther
    ? "\n\nEl mismo auto tiene otra hora, que tomó otra persona: las dos siguen en pie."
    : "";
  return mail(
    db,
    visit,
    visit.appointment.state === "booked"
      ? {
          about: "booked",
          subject: "Tu hora en el taller está confirmada",
          workshop: `Una persona agendó una hora. Si respondes este correo, le escribes.${other}`,
        }
      : {
          about: "requested",
          subject: "Recibimos tu solicitud para el taller",
          workshop: `Una persona pide que la llamen. Si respondes este correo, le escribes.${other}`,
        },
    visit.appointment.call_key,
    now,
  );
};

/** `change` names this change alone, so that each is told once; the erasure of the booking finds its mails. */
export const mailMoved = (db: Queries, visit: BookedVisit, change: string, now: Date): Promise<void> =>
  mail(
    db,
    visit,
    {
      about: `moved.${change}`,
      subject: "Tu hora en el taller cambió",
      customer: "Cambiamos tu hora. Estos son los nuevos datos:",
      workshop: "Una persona cambió su hora. Si respondes este correo, le escribes.",
    },
    visit.appointment.call_key,
    now,
  );

export const mailCancelled = (
  db: Queries,
  visit: BookedVisit,
  { isDueBack }: { isDueBack: boolean },
  now: Date,
): Promise<void> =>
  mail(
    db,
    visit,
    {
      about: "cancelled",
      subject: "Tu hora en el taller fue cancelada",
      customer: `Esta hora quedó cancelada. Si no fuiste tú, respóndenos este correo o agenda otra.${isDueBack ? "\n\nTe devolvemos lo que pagaste, al mismo medio de pago." : ""}`,
      workshop: `Esta hora quedó cancelada, y está libre de nuevo.${isDueBack ? " Lo pagado se devuelve." : ""}`,
    },
    visit.appointment.call_key,
    now,
  );
