/** What a query of the catalogue asks for. Values that nobody knows are left out and told of: old links still open. */
import type { Catalogue, FacetName } from "./catalogue.ts";
import type { IndexQuery, Range } from "./faceted-index.ts";
import { isItem, type FilterItem } from "./options.ts";

/** Names in a query, with the facet that each narrows. */
const facetParameters: Record<string, FacetName> = {
  typeId: "type",
  city: "city",
  branchOfficeId: "branchOffice",
  brandId: "brand",
  modelId: "model",
  tagId: "tag",
  year: "years",
  categoryId: "category",
  fuel: "fuel",
  color: "color",
  traction: "traction",
  transmission: "transmission",
  doors: "doors",
  seats: "seats",
};

const rangeParameters: Record<string, [name: string, end: keyof Range]> = {
  priceFrom: ["price", "from"],
  priceTo: ["price", "to"],
  mileageFrom: ["mileage", "from"],
  mileageTo: ["mileage", "to"],
  yearFrom: ["year", "from"],
  yearTo: ["year", "to"],
};

/** By the number of the specification; 0 is no choice. */
const sorts = ["recent", "recent", "cheapest", "dearest", "farthest", "nearest"] as const;

export const searchParameters = [
  ...Object.keys(facetParameters),
  ...Object.keys(rangeParameters),
  "text",
  "sort",
  "page",
  "limit",
  "showVersions",
];

export const pageSize = 12;
/** Letters of a text that is looked for; the rest of a longer one is not. */
const maxText = 80;

export interface CatalogueQuery extends IndexQuery {
  facets: Record<string, string[]>;
  ranges: Record<string, Range>;
  page: number;
  sort: number;
  /** By the name in the query. */
  ignored: Record<string, string[]>;
}

const amountOf = (text: string): number | undefined =>
  /^[0-9]{1,12}$/.test(text) ? Number(text) : undefined;

export function readCatalogueQuery(
  { titles }: Catalogue,
  items: Record<FacetName, FilterItem[]>,
  query: Record<string, string>,
): CatalogueQuery {
  const facets: Record<string, string[]> = {};
  const ranges: Record<string, Range> = {};
  const ignored: Record<string, string[]> = {};
  const ignore = (name: string, value: string): void => void (ignored[name] ??= []).push(value);
  for (const [name, text] of Object.entries(query)) {
    if (text === "") continue;
    const facet = facetParameters[name];
    const range = rangeParameters[name];
    if (facet) {
      for (const asked of text.split(",").filter(Boolean)) {
        const found = items[facet].filter((item) => isItem(item, asked));
        if (found.length === 0) ignore(name, asked);
        else facets[facet] = [...new Set([...(facets[facet] ?? []), ...found.map(({ slug }) => slug)])];
      }
    } else if (range) {
      const amount = amountOf(text);
      if (amount === undefined) ignore(name, text);
      else ranges[range[0]] = { ...ranges[range[0]], [range[1]]: amount };
    }
  }
  const { text = "", sort = "", page = "" } = query;
  const chosen = amountOf(sort) ?? 0;
  if (sort !== "" && sorts[chosen] === undefined) ignore("sort", sort);
  const at = Math.max(1, Math.min(amountOf(page) ?? 1, 100_000));
  // Who wants counts alone asks for no car.
  const limit = Math.min(amountOf(query["limit"] ?? "") ?? pageSize, pageSize);
  const words = text.trim().slice(0, maxText);
  return {
    facets,
    ranges,
    ignored,
    order: sorts[chosen] ?? "recent",
    sort: sorts[chosen] === undefined ? 0 : chosen,
    page: at,
    offset: (at - 1) * pageSize,
    limit,
    grouped: query["showVersions"] === "false",
    ...(words === "" ? {} : { titles: titles.find(words) }),
  };
}
