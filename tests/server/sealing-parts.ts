import type { Store } from "../../server/store/store.ts";

export const at = "2026-11-21T12:00:00.000Z";
export const secret = "canario-ñandú-739158264073";

/** A row in every table that has personal columns, with the same secret in each of them. */
export async function fillAll({ db }: Store): Promise<void> {
  const json = JSON.stringify({ text: secret });
  const when = { created_at: at };
  const run = {
    session: "s",
    brand: "SI",
    flow: "f",
    revision: "r",
    step: "a",
    version: 0,
    answers: json,
    results: json,
    done: "[]",
    status: "open" as const,
    failure: null,
    failure_says: json,
    dialog: json,
    wait: json,
    settled: json,
    busy_key: null,
    busy_until: null,
    ...when,
    updated_at: at,
  };
  await db
    .insertInto("sessions")
    .values({ id: "s", brand: "SI", ...when })
    .execute();
  await db
    .insertInto("runs")
    .values({ id: "r", ...run })
    .execute();
  await db
    .insertInto("linked_runs")
    .values({
      id: "l",
      family: "r",
      begun_by: "r",
      step: "a",
      line: "0",
      position: 1,
      session: "s",
      brand: "SI",
      flow: "f",
      parameters: json,
      answers: json,
      run: null,
      ...when,
    })
    .execute();
  await db
    .insertInto("attempts")
    .values({
      run: "r",
      key: "k",
      body_hash: "h",
      state: "running",
      dialog: json,
      started_at: at,
      status: null,
      response: json,
    })
    .execute();
  await db
    .insertInto("calls")
    .values({
      run: "r",
      place: "a/0",
      input_hash: "h",
      call: "c",
      key: "k",
      state: "answered",
      sent_at: at,
      answered_at: at,
      result: json,
    })
    .execute();
  await db
    .insertInto("submissions")
    .values({
      id: "SI-1",
      number: "SI-1",
      sequence: null,
      period: null,
      position: null,
      run: "r",
      step: "a",
      brand: "SI",
      flow: "f",
      revision: "r",
      answers: json,
      labels: json,
      documents: json,
      context: json,
      erased_at: null,
      state: "pending",
      decided_at: null,
      ...when,
    })
    .execute();
  await db
    .insertInto("consents")
    .values({
      submission: "SI-1",
      path: "a.terms",
      purpose: secret,
      text: secret,
      text_hash: secret,
      wording: "a.terms.text",
      revision: "r",
      channel: "web",
      given_at: at,
      revoked_at: null,
    })
    .execute();
  await db
    .insertInto("identifiers")
    .values({ submission: "SI-1", path: "a.rut", brand: "SI", key: "k", hash: "h", value: secret })
    .execute();
  await db
    .insertInto("deliveries")
    .values({
      id: "d",
      submission: "SI-1",
      brand: "SI",
      kind: "mail",
      dedupe: "d",
      payload: json,
      state: "dead",
      attempts: 1,
      next_at: at,
      lease_owner: null,
      lease_until: null,
      last_error: secret,
      delivered_at: null,
      ...when,
    })
    .execute();
  await db
    .insertInto("delivery_failures")
    .values({ delivery: "d", failed_at: at, attempt: 1, error: secret })
    .execute();
  await db
    .insertInto("files")
    .values({
      id: "f",
      run: "r",
      name: `${secret}.pdf`,
      type: "t",
      size: 1,
      stored: "x",
      content: null,
      ...when,
    })
    .execute();
  await db
    .insertInto("waits")
    .values({
      id: "w",
      run: "r",
      brand: "SI",
      flow: "f",
      revision: "r",
      step: "a",
      line: "0",
      event: "e",
      address: secret,
      token_hash: "h",
      state: "over",
      outcome: "came",
      context: json,
      leads: json,
      tries: 0,
      attempts: 1,
      last_error: secret,
      ...when,
    })
    .execute();
  await db
    .insertInto("wait_events")
    .values({
      id: "e",
      wait: "w",
      key: "k",
      source: "provider",
      outcome: "came",
      payload: json,
      note: secret,
      state: "moved",
      came_at: at,
    })
    .execute();
  await db
    .insertInto("service_records")
    .values({ service: "s", key: "k", brand: "SI", body: json, answer: json, ...when })
    .execute();
  await db
    .insertInto("visitor_details")
    .values({ session: "s", brand: "SI", details: json, kept: "use", expires_at: at })
    .execute();
  const person = { id: "i", brand: "SI", person: secret, person_key: "k", person_hash: "h", ...when };
  await db
    .insertInto("sign_in_codes")
    .values({ ...person, document_hash: "h", code_hash: "h", tries: 0, expires_at: at, used_at: null })
    .execute();
  await db
    .insertInto("sign_ins")
    .values({
      ...person,
      granted_by: "k",
      session: null,
      device: null,
      id_token: secret,
      seen_at: at,
      expires_at: at,
    })
    .execute();
  await db
    .insertInto("account_lists")
    .values({
      id: "i",
      brand: "SI",
      person: secret,
      person_key: "k",
      person_hash: "h",
      list: "favorites",
      entries: secret,
      changed_at: at,
      expires_at: at,
    })
    .execute();
  await db
    .insertInto("identity_requests")
    .values({ id: "i", kind: "begin", brand: "SI", session: "s", details: json, expires_at: at })
    .execute();
  await db
    .insertInto("cancellations")
    .values({
      id: "c",
      brand: "SI",
      order_number: "1",
      call_key: "k",
      token_hash: "h",
      details: json,
      until_day: at.slice(0, 10),
      state: "open",
      changed_at: at,
      ...when,
    })
    .execute();
  await db
    .insertInto("opportunities")
    .values({ id: "o", brand: "SI", call_key: "k", token_hash: "h", details: json, expires_at: at, ...when })
    .execute();
  const asked = { opportunity: "o", position: 0, caption: "c", formats: ".pdf", state: "FAILED" as const };
  await db
    .insertInto("opportunity_documents")
    .values({ id: "SI-d", ...asked, file: json, note: secret, size: 0, stored: null, changed_at: at })
    .execute();
  await db
    .insertInto("document_reviews")
    .values({ id: "v", document: "SI-d", operator: "o", state: "FAILED", note: secret, ...when })
    .execute();
  await db
    .insertInto("appointments")
    .values({
      id: "a",
      brand: "SI",
      uuid: "u",
      call_key: "k",
      token_hash: "h",
      subject_key: "k",
      subject_hash: "h",
      subject: secret,
      details: json,
      workshop: "w",
      person: null,
      day: null,
      time: null,
      slots: 0,
      state: "requested",
      changed_at: at,
      ...when,
    })
    .execute();
  await db
    .insertInto("payments")
    .values({
      id: "p",
      run: "r",
      wait: "w",
      brand: "SI",
      provider: "webpay",
      order_number: "1",
      session_id: "s",
      token_hash: "h",
      amount: 1,
      currency: "CLP",
      description: "d",
      state: "accepted",
      provider_token: secret,
      address: secret,
      proof: json,
      receipt: json,
      note: secret,
      last_error: secret,
      refunded: 0,
      attempts: 0,
      expires_at: at,
      ...when,
    })
    .execute();
}
