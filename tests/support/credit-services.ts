import type { Example } from "./examples.ts";
import type { Behaviour } from "./stand-in.ts";

/** Data of which this tells what an example says. */
export const toldOfCredits = new Set([
  "catalog.financialBrands",
  "catalog.listPrices",
  "catalog.creditOf",
  "financial.simulation",
  "financial.simulationV2",
  "financial.dpsSimulation",
]);

const financial = "/customer/api/financial";

interface Make {
  id: string;
  value: string;
  slug: string;
  smartName: string;
  conventionalName: string;
  smartMin: number;
  smartMax: number;
  conventionalMin: number;
  conventionalMax: number;
  duesSmart: number[];
  duesConventional: number[];
}

/** A make as the service itself writes it. */
const written = ({ id, value, slug, ...make }: Make): object => ({
  id,
  value,
  slug,
  carBrandTypeFinancial: [
    {
      financial: {
        type: 1,
        conventionalName: make.conventionalName,
        smartName: make.smartName,
        duesSmart: make.duesSmart,
        duesConventional: make.duesConventional,
        smartCreditRange: { min: make.smartMin, max: make.smartMax },
        conventionalCreditRange: { min: make.conventionalMin, max: make.conventionalMax },
      },
    },
  ],
});

/**
 * What the catalogue and the financial service would answer a brand, so that the makes, prices and credits of all its
 * examples are there. Each query answers as in the first example that tells of it.
 */
export function creditServices(examples: Pick<Example, "data">[]): Record<string, Behaviour> {
  const told = (name: string): unknown =>
    examples.map(({ data }) => data[name]?.value).find((value) => value !== undefined);
  const answered = (name: string): Behaviour => ({ body: { statusCode: 200, data: told(name) } });
  return {
    "GET /catalog/api/filter/brand/financial": {
      body: ((told("makes") ?? []) as Make[]).map(written),
    },
    "GET /catalog/api/filter/list-price": { body: told("prices") },
    [`POST ${financial}/simulation`]: answered("simulation"),
    [`POST ${financial}/simulation/v2`]: answered("simulation"),
    [`GET ${financial}/dps-simulation`]: answered("special"),
  };
}
