import { createContext, use, useReducer } from "react";
import { useLocation } from "react-router";
import type { PageAddress } from "../../schemas/engine/evaluate.ts";
import { useHydrated } from "./device.ts";

const ofBrowser = (): PageAddress => ({ path: location.pathname, search: location.search });

/** Tells where a page within another one is; elsewhere the browser's own address counts. */
export const AddressNowContext = createContext(ofBrowser);

/**
 * Tells, in the moment of an event, the address that the page is at. What was written in this moment is in it, and may not
 * be drawn yet: who works with the address that is drawn loses the first of two quick choices.
 */
export const useAddressNow = (): (() => PageAddress) => use(AddressNowContext);

/**
 * The query of the address for a control that writes it, and what draws that control anew once it has: it shows what was
 * chosen at once, before the page for it is drawn, so that the next key goes on from there.
 */
export function useSearchNow(): [search: string, redraw: () => void] {
  const { search } = useLocation();
  const addressNow = useAddressNow();
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  return [useHydrated() ? addressNow().search : search, redraw];
}
