import { holdsSecret, type Page } from "../../schemas/engine/evaluate.ts";

/** Whether an address of the site may hold a secret: its path, its query, or an address that it names to come back to. */
export function mayHoldSecret(screens: Page["brand"]["screens"], address: string): boolean {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const named = [...searchParams.values()].filter((value) => value.startsWith("/"));
  return [pathname, ...named].some((path) => holdsSecret(screens, path.split(/[?#]/, 1)[0]!));
}
