/** Pages of one document go over into each other without a flash, as documents do. Where that is not wanted, or not known, they follow at once. */
import type { CompiledScreen } from "../../schemas/engine/evaluate.ts";
import { routeParams } from "../page/route-params.ts";
import type { PageAnswer } from "../run/load-page.ts";

/** After all that follows from what was told just now: a page with what its effects do, such as going to its top. */
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** Holds a page back until the browser has the picture of the one before. `then` acts once it is drawn. */
export function goingOver(
  screens: CompiledScreen[],
  then: () => void,
): (answer: PageAnswer) => Promise<PageAnswer> {
  const rest = matchMedia("(prefers-reduced-motion: reduce)");
  // A browser that leads back by a swipe has shown the page already.
  let isShown = false;
  addEventListener("popstate", ({ hasUAVisualTransition }) => {
    isShown = hasUAVisualTransition;
  });
  // What is no page, such as a file, asks for none, which a browser reports as an error of the page before it.
  addEventListener("pageswap", ({ activation, viewTransition }) => {
    const { pathname } = new URL(activation?.entry.url ?? location.href);
    if (!viewTransition || screens.some((one) => routeParams(one, pathname))) return;
    viewTransition.ready.catch(() => undefined);
    viewTransition.skipTransition();
  });
  let before = location.pathname;
  return (answer) =>
    new Promise((resolve) => {
      const wasShown = isShown;
      isShown = false;
      // What is asked for anew is the page that is there.
      const isOther = answer.page !== undefined && answer.page.path !== before;
      before = answer.page?.path ?? before;
      if (!isOther || wasShown || rest.matches || !("startViewTransition" in document)) {
        resolve(answer);
        void settled().then(then);
        return;
      }
      const { ready } = document.startViewTransition(() => {
        resolve(answer);
        return settled().then(then);
      });
      // Left before it was over, it went over at once.
      ready.catch(() => undefined);
    });
}
