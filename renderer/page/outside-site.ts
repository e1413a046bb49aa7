import { createContext } from "react";

/** Where the brand's site is, for a flow that stands on no page of it; undefined on the site itself. */
export interface HostPage {
  /** The site's origin, where it is known. */
  site: string | undefined;
}

export const OutsideSite = createContext<HostPage | undefined>(undefined);
