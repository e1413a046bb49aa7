/** The documents of a sale as the page's script sends them, without a network. */
import { randomUUID } from "node:crypto";
import type { TestApp } from "../support/app.ts";

export const host = "si.localhost:3000";
const headers = { host, origin: `http://${host}` };

/**
 * Opens a list as a sale does, by a call of this key. Pieces go to `at` where it is another server over the same store and
 * storage.
 */
export async function openDocuments(app: TestApp, key: string = randomUUID()) {
  const revision = app.definitions.current("SI")!;
  const input = { name: "Ana Soto", email: "ana@correo.cl", subject: "Chevrolet Onix" };
  const call = { revision, call: "documents.open", input, key };
  const { opportunity } = (await app.services.call(call)).data as { opportunity: string };
  const items = async () => {
    const asked = { revision, call: "documents.verify", input: { id: opportunity }, key: randomUUID() };
    const { value } = (await app.services.call(asked)).data as {
      value: { fileId: string; status: string; name?: string }[];
    };
    return value;
  };
  const begin = async (row: string, name: string, bytes: Buffer) => {
    const payload = {
      revision: revision.hash,
      screen: "sale-documents",
      params: { opportunity },
      row,
      name,
      type: "",
      size: bytes.length,
    };
    const reply = await app.server.inject({ method: "POST", url: "/api/page-files", headers, payload });
    return {
      status: reply.statusCode,
      ...reply.json<{ upload: string; error?: string; message?: string }>(),
    };
  };
  const rest = async (upload: string, offset: number, bytes: Buffer, at = app) => {
    const reply = await at.server.inject({
      method: "PATCH",
      url: `/api/page-files/${upload}`,
      headers: { ...headers, "content-type": "application/octet-stream", "upload-offset": String(offset) },
      payload: bytes.subarray(offset),
    });
    return {
      status: reply.statusCode,
      ...reply.json<{ offset?: number; error?: string; message?: string }>(),
    };
  };
  const offset = async (upload: string, at = app) => {
    const reply = await at.server.inject({ url: `/api/page-files/${upload}`, headers });
    return { status: reply.statusCode, ...reply.json<{ offset: number }>() };
  };
  return { opportunity, items, begin, rest, offset };
}
