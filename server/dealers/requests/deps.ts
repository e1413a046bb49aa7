import type { EmbeddedDeps } from "../../services/embedded/service.ts";
import type { Reference } from "../reference/types.ts";

/** What services of dealers are made with. */
export interface DealerDeps extends EmbeddedDeps {
  reference: Reference;
}
