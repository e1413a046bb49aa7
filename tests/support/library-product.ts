/** The library network, served to a browser: its services stand in, and nothing of the dealers' is there. */
import { afterAll } from "vitest";
import { libraryFiles, rooms } from "./library.ts";
import { startProduct } from "./product.ts";
import { startStandIn } from "./stand-in.ts";

export async function startLibrary() {
  const upstream = await startStandIn(rooms);
  afterAll(() => upstream.stop());
  const product = await startProduct({
    files: libraryFiles(),
    env: {
      UPSTREAM_ROOMS: upstream.url,
      UPSTREAM_BOOKS: upstream.url,
      UPSTREAM_PAYMENTS: upstream.url,
      TOKEN_ROOMS: "a-token",
      REFERENCE_DIR: undefined,
    },
  });
  return { product, upstream };
}
