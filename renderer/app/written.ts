import type { NavigationType } from "react-router";

/** How the page writes an address to say what it shows: nobody went anywhere. */
export const written = { preventScrollReset: true, state: { written: true } };

/** Whether the page wrote the address that it has now. Whoever goes back to one goes there all the same. */
export const wroteAddress = (how: `${NavigationType}`, state: unknown): boolean =>
  how !== "POP" && (state as { written?: boolean } | null)?.written === true;
