/** Whoever signs in is a document and an e-mail together, as `personText` of identifiers.ts writes them. */

/** A one-time password that was mailed. */
export interface SignInCodesTable {
  id: string;
  brand: string;
  /** Hash of the document with the data key: by it the code is looked for. */
  document_hash: string;
  person: string;
  person_key: string;
  person_hash: string;
  /** Hash of the row's id and the code, with the data key. */
  code_hash: string;
  /** Passwords that were tried. */
  tries: number;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** Somebody who signed in. The row ends with it: signing out removes it. */
export interface SignInsTable {
  id: string;
  brand: string;
  person: string;
  person_key: string;
  person_hash: string;
  /** Key of the call that it came of. Unique: a repeated call signs nobody in twice. */
  granted_by: string;
  /** Whose it is: a session that began with it. Null until the answer goes out. Unique. */
  session: string | null;
  /** In which sort of device: `phone` or `computer`. */
  device: string | null;
  /** What an identity provider said of them: with it they are signed out there too. Null where none did. */
  id_token: string | null;
  created_at: string;
  seen_at: string;
  expires_at: string;
}

/** Somebody on their way to an identity provider (`begin`), or from it (`end`). Each is taken once. */
export interface IdentityRequestsTable {
  /** Hash of what comes back with them; of an end, of nothing that anybody knows. */
  id: string;
  kind: "begin" | "end";
  brand: string;
  /** Whose browser it is: in another it leads nowhere. */
  session: string;
  /** JSON. */
  details: string;
  expires_at: string;
}

/** A saved list in the account of whoever signed in: what several devices have of it. */
export interface AccountListsTable {
  id: string;
  brand: string;
  person: string;
  person_key: string;
  person_hash: string;
  /** Which list of the brand. */
  list: string;
  /** The entries, as a cookie has them. */
  entries: string;
  changed_at: string;
  expires_at: string;
}
