/** The table of sales that can be cancelled by a link. */
export interface CancellationsTable {
  id: string;
  brand: string;
  /** Of the payment that the sale began with. Unique. */
  order_number: string;
  /** Idempotency key of the call that opened it: an erasure finds it by that. */
  call_key: string;
  /** SHA-256 of the token in the link. Unique. */
  token_hash: string;
  /** Whom it is of, what of, and the token: JSON. */
  details: string;
  /** The last day, `yyyy-mm-dd` on the brand's clock. */
  until_day: string;
  state: "open" | "cancelled";
  /** One of the reasons that the form offers. */
  reason: string | null;
  created_at: string;
  changed_at: string;
}
