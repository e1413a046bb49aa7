/** Fetches the page that a link leads to, once it looks as if somebody were about to follow it. */
import type { CompiledScreen } from "../../schemas/engine/evaluate.ts";
import { isPagePath } from "../page/links.ts";
import { routeParams } from "../page/route-params.ts";
import { mayHoldSecret } from "../page/secret-address.ts";

/** Milliseconds that somebody stays at a link who means it: the pointer that passes over one does not, nor the finger that scrolls. */
const meantMs = 65;
/** Pages that one document fetches ahead, at most. */
const most = 40;

/** What is around it. Tests give another one. */
export interface IntentSurroundings {
  page: Pick<EventTarget, "addEventListener">;
  /** Where one is. */
  here(): Pick<Location, "origin" | "pathname" | "search">;
  /** Whether data costs whoever is here. */
  isSparing(): boolean;
  load(path: string): void;
}

/** Whether the page at a path is the same for everybody and tells nothing by being fetched: no secret, no failure, nobody's own. */
export function mayLoadAhead(screens: CompiledScreen[], path: string): boolean {
  const screen = screens.find((one) => routeParams(one, path) !== undefined);
  if (!screen || mayHoldSecret(screens, path)) return false;
  return screen.answers === 200 && !screen.failure && !screen.signIn && screen.receipt === undefined;
}

export function followIntent(
  screens: CompiledScreen[],
  { page, here, isSparing, load }: IntentSurroundings,
): void {
  const done = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let meant: Element | undefined;
  const forget = (): void => {
    clearTimeout(timer);
    meant = undefined;
  };
  /** The path that a link leads to, where that is another page of the site without a query: that may be anything. */
  const pathOf = (link: HTMLAnchorElement): string | undefined => {
    const { origin, pathname, search, target, download } = link;
    const now = here();
    const isOther = origin === now.origin && search === "" && pathname !== now.pathname;
    return isOther && target === "" && download === "" && isPagePath(pathname) ? pathname : undefined;
  };
  const at = ({ target }: Event): void => {
    const link = (target as Partial<Element> | null)?.closest?.<HTMLAnchorElement>("a[href]") ?? undefined;
    if (link === meant) return;
    forget();
    const path = link && pathOf(link);
    if (path === undefined || done.has(path) || done.size >= most || isSparing()) return;
    // A page with a secret in its own address leads on by documents.
    if (mayHoldSecret(screens, here().pathname + here().search) || !mayLoadAhead(screens, path)) return;
    meant = link;
    timer = setTimeout(() => {
      done.add(path);
      load(path);
    }, meantMs);
  };
  for (const sign of ["pointerover", "focusin", "touchstart"])
    page.addEventListener(sign, at, { passive: true });
  // Whoever presses goes there now; whoever scrolls does not.
  for (const sign of ["click", "touchmove", "pointercancel"])
    page.addEventListener(sign, forget, { capture: true, passive: true });
}
