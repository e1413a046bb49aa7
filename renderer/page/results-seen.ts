/** Where somebody last saw results that are chosen in an address: in a cookie, so that a car opened in another tab leads back too. */
import { isOwnPath, resultsCookie } from "../../schemas/engine/evaluate.ts";

const seconds = 900;

/** Notes the address of results, for the route of their screen. */
export function noteResults(route: string, address: string): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  const text = encodeURIComponent(`${route} ${address}`);
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${resultsCookie}=${text}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}

/** The address of the results of a screen that were seen last, if it is another than its own. Anybody may have written there. */
export function resultsSeen(route: string): string | undefined {
  const text = document.cookie.split("; ").find((one) => one.startsWith(`${resultsCookie}=`));
  try {
    const [screen, address = ""] = decodeURIComponent(text?.slice(resultsCookie.length + 1) ?? "").split(" ");
    return screen === route && address !== route && isOwnPath(address) ? address : undefined;
  } catch {
    return undefined;
  }
}
