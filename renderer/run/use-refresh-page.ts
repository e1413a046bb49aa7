import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { newArrival } from "./navigation-state.ts";

/** Asks the server for the page once more, and waits for what it is not there without. */
export function useRefreshPage(): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return useCallback(
    () => void navigate(pathname + search + hash, { replace: true, state: newArrival() }),
    [navigate, pathname, search, hash],
  );
}
