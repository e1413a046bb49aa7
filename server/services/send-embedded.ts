import { closeParts, partsAsForm } from "./multipart.ts";
import { routeOf, type EmbeddedService } from "./embedded/service.ts";
import type { Sending, Sent } from "./sent.ts";

const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Asks an embedded service. What passes is what HTTP would carry, so that both ways give the same. */
export async function sendEmbedded(
  { request, parts, brand, key, keyState, timeout }: Sending,
  embedded: EmbeddedService,
): Promise<Sent> {
  const found = routeOf(embedded, request.method, `/${request.path}`);
  if (!found) {
    if (parts) closeParts(parts);
    return { status: 404, data: null };
  }
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Sent>((resolve) => {
    timer = setTimeout(() => resolve({ failure: "timeout", status: 0 }), timeout);
  });
  const answered = async (): Promise<Sent> => {
    const { query, headers } = request;
    const form = parts && (await partsAsForm(parts));
    const { route, params } = found;
    const asked = {
      brand,
      params,
      query,
      headers,
      body: asJson(request.body),
      key,
      ...(keyState ? { keyState } : {}),
      ...(form ? { form } : {}),
    };
    const { status, body } = await route.handle(asked);
    return { status, data: asJson(body) ?? null };
  };
  try {
    return await Promise.race([answered(), tooLong]);
  } finally {
    clearTimeout(timer);
    if (parts) closeParts(parts);
  }
}
