import { matchPath } from "react-router";
import {
  byParameters,
  pathUnder,
  routeParameters,
  type CompiledScreen,
  type Revision,
} from "../../schemas/engine/serve.ts";

export interface Match {
  screen: CompiledScreen;
  params: Record<string, string>;
  /** The step's segment in the address, where the screen has a flow and the address names one. */
  slug?: string;
}

/** The screens of a brand: those whose address is written out, by it, and those with parameters in theirs. */
interface Addresses {
  written: Map<string, CompiledScreen>;
  withParameters: { screen: CompiledScreen; route: string }[];
}

const known = new WeakMap<CompiledScreen[], Addresses>();

// Almost every request asks, and taking routes apart costs more than drawing from memory.
function addressesOf(screens: CompiledScreen[]): Addresses {
  const before = known.get(screens);
  if (before) return before;
  const hasParameters = ({ route }: { route: string }): boolean => route.includes("/:");
  const all = screens.flatMap((screen) =>
    [screen.route, ...(screen.routes ?? [])].map((route) => ({ screen, route })),
  );
  const written = all.filter((one) => !hasParameters(one));
  const addresses = {
    written: new Map(written.map(({ screen, route }) => [route, screen])),
    withParameters: all.filter(hasParameters).toSorted(byParameters),
  };
  known.set(screens, addresses);
  return addresses;
}

/** The screen that an address belongs to. One that is written out goes before one with parameters, and both before steps. */
export function matchScreen(revision: Revision, path: string): Match | undefined {
  const { screens } = revision.public.brand;
  const { written, withParameters } = addressesOf(screens);
  const own = written.get(path);
  if (own) return { screen: own, params: {} };
  for (const { screen, route } of withParameters) {
    const found = matchPath({ path: route, end: true, caseSensitive: true }, path);
    const params = found ? routeParameters(screen, found.params) : undefined;
    if (params) return { screen, params };
  }
  for (const screen of screens) {
    if (screen.flow === undefined) continue;
    const route = pathUnder(screen.route, ":step");
    const found = matchPath({ path: route, end: true, caseSensitive: true }, path);
    const params = found ? routeParameters(screen, found.params) : undefined;
    if (!params) continue;
    const slug = params["step"];
    const steps = revision.public.flows[screen.flow]?.steps.slice(1) ?? [];
    if (slug !== undefined && steps.some((step) => step.slug === slug)) {
      return { screen, params, slug };
    }
  }
  return undefined;
}

/** The screen for an HTTP status, e.g. 404. */
export const screenForStatus = (revision: Revision, status: number): CompiledScreen | undefined =>
  revision.public.brand.screens.find(({ answers }) => answers === status);
