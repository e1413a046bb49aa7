import { MantineProvider, type MantineColorSchemeManager } from "@mantine/core";
import type { ReactNode } from "react";
import { theme } from "./theme.ts";
import classes from "./tokens.module.css";

/** There is one scheme: nothing is kept for another, on this site or in a page of others. */
const light: MantineColorSchemeManager = {
  get: () => "light",
  set() {},
  clear() {},
  subscribe() {},
  unsubscribe() {},
};

/** Nothing is written on the page's root: the scope itself says which scheme it is in. */
const nowhere = (): undefined => undefined;

/**
 * What components of Mantine have to stand in. It writes no style element, so that the security policy stays as it is:
 * the brand's values come by a class (`tokens.module.css`), and nothing holds outside of this element.
 */
export const MantineScope = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    forceColorScheme="light"
    colorSchemeManager={light}
    getRootElement={nowhere}
    withCssVariables={false}
    withGlobalClasses={false}
    withStaticClasses={false}
  >
    <div className={classes["scope"]} data-mantine-color-scheme="light">
      {children}
    </div>
  </MantineProvider>
);
