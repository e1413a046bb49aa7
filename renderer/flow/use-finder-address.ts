import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import {
  boundAnswers,
  fieldAt,
  sameAnswer,
  type Page,
  type PageAddress,
} from "../../schemas/engine/evaluate.ts";
import { useAddressNow } from "../page/address-now.ts";
import { routeParams } from "../page/route-params.ts";
import { selfNavigation, isSelfNavigation } from "../page/self-navigation.ts";
import { sameAddress, withBoundAnswers } from "../run/bound-answers.ts";
import type { FlowStore } from "../run/store.ts";

/** Types that are answered letter by letter: not each one is a place to go back to. */
const typedLetterByLetter = new Set(["text", "number", "money"]);

/**
 * Keeps what is chosen in a finder and its address the same, both ways: a choice is a place to go back to, and whoever
 * goes back or follows a link finds the choices of that address. What is not offered leaves the address.
 */
export function useFinderAddress(store: FlowStore, { screen, flow }: Page): void {
  const navigate = useNavigate();
  const how = useNavigationType();
  const { pathname, search, hash, state } = useLocation();
  const bound = useMemo(() => screen.bound ?? {}, [screen]);
  const addressNow = useAddressNow();
  /** The address whose answers the store has. */
  const known = useRef({ path: pathname, search });
  /** The one that the server has read: the store begins with what it found for it, and with what that filled in. */
  const drawn = useRef(flow?.found ? known.current : undefined);
  const reading = useRef(false);
  const fragment = useRef(hash);
  fragment.current = hash;

  /** Takes the answers of an address, but for those that stay as they are. */
  const read = useCallback(
    (here: PageAddress, stays: (path: string) => boolean = () => false): void => {
      const params = routeParams(screen, here.path) ?? {};
      const query = new URLSearchParams(here.search);
      const there = boundAnswers(store.prepared, bound, (name) =>
        Object.hasOwn(params, name) ? [params[name]!] : query.getAll(name),
      );
      const before = store.answers();
      const changes = Object.keys(bound).filter(
        (path) => !stays(path) && !sameAnswer(before[path], there[path]),
      );
      known.current = here;
      if (changes.length === 0) return;
      reading.current = true;
      store.setMany(Object.fromEntries(changes.map((path) => [path, there[path]])));
      reading.current = false;
    },
    [store, screen, bound],
  );

  useLayoutEffect(() => {
    const write = (paths: string[], made: boolean): void => {
      if (reading.current || !paths.some((path) => Object.hasOwn(bound, path))) return;
      const here = addressNow();
      // Who is on the way to another page is not called back.
      if (!routeParams(screen, here.path)) return;
      // Somebody has just gone on, by a link or by another order of what is found.
      if (!sameAddress(here, known.current)) read(here, (path) => paths.includes(path));
      const next = addressOf(store, screen, here, true);
      known.current = next;
      if (sameAddress(next, here)) return;
      const isTyped = paths.some((path) =>
        typedLetterByLetter.has(fieldAt(store.prepared, path)?.type ?? ""),
      );
      void navigate(next.path + next.search + fragment.current, {
        ...selfNavigation,
        replace: !made || isTyped,
      });
    };
    return store.onEdit(write);
  }, [store, screen, bound, navigate, addressNow, read]);

  const isOurs = isSelfNavigation(how, state);
  /** The address, if it is another one's that is to be read; one that is left has been read by whoever wrote the next. */
  const addressToRead = (): PageAddress | undefined => {
    const here = { path: pathname, search };
    const isLeft = !sameAddress(addressNow(), here);
    return isOurs || isLeft || !routeParams(screen, pathname) ? undefined : here;
  };
  useLayoutEffect(() => {
    // Whoever comes back to it later has chosen something else meanwhile.
    const first = drawn.current;
    drawn.current = undefined;
    const here = addressToRead();
    if (!here) return;
    const before = store.answers();
    // What the server left out may be offered once something else of the address is gone; what it filled in stays.
    if (first && sameAddress(here, first)) read(here, (path) => before[path] !== undefined);
    else read(here);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, screen, bound, pathname, search, isOurs]);
  // Once the router listens, which it begins to do after the page is drawn for the first time.
  useEffect(() => {
    const here = addressToRead();
    if (!here) return;
    const next = addressOf(store, screen, here, false);
    if (sameAddress(next, here)) return;
    known.current = next;
    void navigate(next.path + next.search + hash, { ...selfNavigation, replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, screen, bound, pathname, search, isOurs]);
}

/** The address for the answers now. Where they were changed on the page, what belonged to the ones before leaves it. */
function addressOf(
  store: FlowStore,
  screen: Page["screen"],
  { path, search }: PageAddress,
  isChanged: boolean,
): PageAddress {
  const query = new URLSearchParams(search);
  if (isChanged)
    for (const [name, one] of Object.entries(screen.address ?? {})) if ("page" in one) query.delete(name);
  return withBoundAnswers({ path, search: query.size === 0 ? "" : `?${query}` }, store, {
    screen,
    params: routeParams(screen, path) ?? {},
  });
}
