/** Requests to a provider. */
import { ProviderFailure } from "./provider.ts";

/** Milliseconds: a person waits for it, and no request takes longer than ten seconds. */
const timeoutMs = 8_000;
/** Bytes, unpacked. */
const maxBytes = 64 * 1024;

export interface ProviderAnswer {
  status: number;
  /** Parsed where it is JSON, else the text. */
  body: unknown;
}

/** @throws {ProviderFailure} where no answer came: whether it was done is not known. */
export async function ask(
  url: string,
  given: { method: "GET" | "POST" | "PUT"; headers?: Record<string, string>; body?: unknown },
): Promise<ProviderAnswer> {
  const { method, headers = {}, body } = given;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // What leads elsewhere is no answer of the provider's.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: parsed(await textIn(response)) };
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure("no answer", undefined, { cause: error });
  }
}

/** What it says, read no further than an answer goes: whoever sends without end is not heard out. */
async function textIn({ body, status }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new ProviderFailure("its answer is too long", status);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
