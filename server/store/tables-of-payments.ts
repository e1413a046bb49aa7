/** The table of payments. It refers to no run: what was paid is kept though the form is erased. */
export interface PaymentsTable {
  id: string;
  brand: string;
  /** The run and the wait that it is for; they may be gone. */
  run: string;
  wait: string;
  provider: "webpay" | "niubiz";
  /** Unique, of digits: what the provider and its receipts call it. */
  order_number: string;
  session_id: string;
  /** SHA-256 of the token that our addresses of it end with. Unique. */
  token_hash: string;
  /** In the smallest unit of its currency. */
  amount: number;
  currency: "CLP" | "USD" | "PEN";
  /** What is paid for: nothing of a person. */
  description: string;
  state: "pending" | "accepted" | "cancelled" | "rejected";
  /** What the provider calls how it ended, or our own word where it does not know. */
  status: string | null;
  /** The provider's code of its answer. */
  response_code: number | null;
  /** The provider's name of it, and its hash: it comes back in the address of a return. */
  provider_token: string | null;
  provider_token_hash: string | null;
  /** Where the provider's page is, if it said so. */
  provider_url: string | null;
  /** The address that our addresses of it begin with. */
  address: string;
  /** How the person came back first. */
  returned: "finished" | "cancelled" | "timeout" | "recovered" | null;
  /** What came back with it that is needed to confirm: JSON. */
  proof: string | null;
  /** A JSON `Receipt` of server/payments. */
  receipt: string | null;
  created_at: string;
  /** Until when the person can pay. */
  expires_at: string;
  /** When the provider was first asked to confirm it: how that ended may be unknown. */
  confirm_began_at: string | null;
  settled_at: string | null;
  /** Who settled it where no provider did, and why. */
  note: string | null;
  /** When what waits for it was told. */
  told_at: string | null;
  /** In the smallest unit. */
  refunded: number;
  refund_began_at: string | null;
  /** Since when all of it is to be given back. */
  refund_due_at: string | null;
  /** What the provider says otherwise than we. */
  differs: string | null;
  /** When there is something to do. */
  next_at: string | null;
  attempts: number;
  lease_owner: string | null;
  lease_until: string | null;
  last_error: string | null;
}
