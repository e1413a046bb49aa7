/** The backends that come with the program. */
import type { Config } from "./config/config.ts";
import { dealers } from "./dealers/dealers.ts";
import { accountServiceName } from "./accounts/service.ts";
import { paymentServiceName } from "./payments/service.ts";
import { siteServiceName } from "./site-search/service.ts";
import type { CreateEmbedded, EmbeddedBackend } from "./services/embedded/service.ts";

const backends: EmbeddedBackend[] = [
  // One line for each trade.
  dealers,
];

/** Names of the services that this program can answer itself. */
export const embeddedNames: readonly string[] = [
  // Of the server itself: what is paid is told to what waits for it here, and what can be found is what is live.
  accountServiceName,
  paymentServiceName,
  siteServiceName,
  ...backends.flatMap(({ names }) => names),
];

/** Reads what they answer with. @throws with all that is wrong with it */
export async function openBackends(
  config: Pick<Config, "definitionsDir" | "referenceDir">,
): Promise<CreateEmbedded> {
  const opened = await Promise.all(backends.map((backend) => backend.open(config)));
  return (deps) => opened.flatMap((create) => create?.(deps) ?? []);
}
