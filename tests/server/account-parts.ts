/** Somebody who is signed in, and what they see and do in their account. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { DataState, RunState } from "../../schemas/engine/all.ts";
import type { Visitor } from "../support/app.ts";
import type { Accounts, Person } from "./sign-in-parts.ts";

export type Row = Record<string, unknown>;

/** A device on which somebody has signed in. */
export async function signedIn(accounts: Accounts, person: Person, brand = "SI"): Promise<Visitor> {
  const who = accounts.device(brand);
  const entered = await accounts.enter(who, person.document, await accounts.password(who, person));
  expect(entered.status).toBe(200);
  return who;
}

const pageOf = async (who: Visitor, path: string) => (await who.ask("GET", `/api/page?path=${path}`)).json();

/** What a query of a page gave, as whoever asks sees it. */
export async function seen(who: Visitor, path: string, query: string): Promise<DataState> {
  const { revision, screen, data } = await pageOf(who, path);
  const known = (data as Record<string, DataState> | undefined)?.[query];
  // What was not there in time the browser asks for.
  if (known && known.status !== "loading") return known;
  const inputs = {};
  return (
    await who.ask("POST", "/api/data", { revision, screen: screen.screen, data: query, inputs })
  ).json();
}

/** The rows of a list in the account. */
export const listed = async (who: Visitor, query: string, path = "/mi-cuenta"): Promise<Row[]> =>
  ((await seen(who, path, query)).value ?? []) as Row[];

/** Fills a form of the account in, and presses its button. */
export async function act(who: Visitor, path: string, flow: string, answers: Row) {
  const { revision } = await pageOf(who, path);
  const run = (await who.ask("POST", "/api/runs", { flow, revision })).json<RunState>();
  const body = { step: run.step, version: run.version, answers };
  const reply = await who.ask("POST", `/api/runs/${run.run}/continue`, body, {
    "idempotency-key": randomUUID(),
  });
  return { status: reply.statusCode, outcome: reply.json().outcome as Row };
}

/** A document of the account. */
export const taken = (who: Visitor, document: string, path: string) =>
  who.ask("GET", `/api/page/documents/${document}?path=${path}`);
