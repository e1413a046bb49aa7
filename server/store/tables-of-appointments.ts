/** The tables of workshop appointments. */
export interface AppointmentsTable {
  /** Nobody can guess it. */
  id: string;
  brand: string;
  /** What the caller knows it by; unique with the brand. */
  uuid: string;
  /** Idempotency key of the call that made it: an erasure finds it by that. */
  call_key: string;
  /** SHA-256 of the token in the customer's link. Unique. */
  token_hash: string;
  /** With which key the hash was made. */
  subject_key: string;
  subject_hash: string;
  /** What it is for: only who names that finds it. */
  subject: string;
  /** What was sent, and the token: JSON. */
  details: string;
  /** Uuid of the branch office. */
  workshop: string;
  /** Who receives or repairs the car; none where only a call back is asked for. */
  person: string | null;
  /** `yyyy-mm-dd` and `HH:mm` on the workshop's clock. */
  day: string | null;
  time: string | null;
  /** How many slots in a row it takes. */
  slots: number;
  state: "booked" | "requested" | "cancelled";
  created_at: string;
  changed_at: string;
}

/** One car's place with one person at one time: of an appointment, or held until something is paid. */
export interface AppointmentPlacesTable {
  workshop: string;
  person: string;
  /** `yyyy-mm-dd` and `HH:mm`. */
  day: string;
  time: string;
  /** From 0 to the person's capacity, without that. */
  place: number;
  appointment: string | null;
  /** Order number of the payment that it is, or was, held for. */
  payment: string | null;
  /** Until when it is held where nobody says how the payment ended; null once it is of an appointment. */
  until: string | null;
}
