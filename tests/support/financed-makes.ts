import type { Example } from "./examples.ts";
import type { Behaviour } from "./stand-in.ts";

type Rows = Record<string, unknown>[];

const rowsOf = ({ data }: Pick<Example, "data">, query: string): Rows => (data[query]?.value ?? []) as Rows;

/**
 * What the catalogue and the financing service would answer a brand, so that the makes, limits and credits of its examples
 * are offered: those of the first one that names some. Without one, nothing.
 */
export function financedMakes(examples: Pick<Example, "data">[]): Record<string, Behaviour> {
  const one = examples.find((example) => example.data["credit"] && rowsOf(example, "makes").length > 0);
  if (!one) return {};
  const makes = rowsOf(one, "makes").map((make) => ({
    id: make["id"],
    value: make["value"],
    slug: make["slug"],
    carBrandTypeFinancial: [
      {
        financial: {
          type: 1,
          smartName: make["smartName"],
          conventionalName: make["conventionalName"],
          duesSmart: make["duesSmart"],
          duesConventional: make["duesConventional"],
          smartCreditRange: { min: make["smartMin"], max: make["smartMax"] },
          conventionalCreditRange: { min: make["conventionalMin"], max: make["conventionalMax"] },
        },
      },
    ],
  }));
  return {
    "GET /catalog/api/filter/brand/financial": { body: makes },
    "GET /catalog/api/filter/list-price": { body: rowsOf(one, "prices") },
    "POST /customer/api/financial/simulation/v2": {
      body: { statusCode: 200, data: one.data["simulation"]?.value },
    },
  };
}
