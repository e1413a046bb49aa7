import type { NavigationType } from "react-router";

/** How the page writes an address to say what it shows: nobody went anywhere. */
export const selfNavigation = { preventScrollReset: true, state: { written: true } };

/** Whether the page wrote the address that it has now. Whoever goes back to one goes there all the same. */
export const isSelfNavigation = (how: `${NavigationType}`, state: unknown): boolean =>
  how !== "POP" && (state as { written?: boolean } | null)?.written === true;
