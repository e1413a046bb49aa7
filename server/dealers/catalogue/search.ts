/** One search of the catalogue: a page of cars, and of each filter its options with what each would find. */
import type { Catalogue, FacetName } from "./catalogue.ts";
import type { IndexResult } from "./faceted-index.ts";
import type { FilterItem } from "./options.ts";
import { pageSize, readCatalogueQuery, type CatalogueQuery } from "./read-query.ts";
import { sourceRecord } from "./source-record.ts";

export interface CountedOption {
  /** What the address and the next query say. */
  value: string;
  label: string;
  count: number;
  id?: string;
  colour?: string;
}

/** Options that a car has, and those that are chosen; models only of chosen makes. */
function optionsOf(
  { index }: Catalogue,
  facet: FacetName,
  items: FilterItem[],
  counts: Map<string, number>,
  { facets }: CatalogueQuery,
): CountedOption[] {
  const chosen = facets[facet] ?? [];
  const shown = items.filter(
    ({ slug, of }) =>
      chosen.includes(slug) ||
      (index.knows(facet, slug) && (facet !== "model" || (facets["brand"] ?? []).includes(of!))),
  );
  return shown.map(({ slug, label, id, colour }) => ({
    value: slug,
    label,
    count: counts.get(slug) ?? 0,
    id,
    ...(colour === undefined ? {} : { colour }),
  }));
}

/** What stands before an amount. */
const signs = { CLP: "$", USD: "USD " };

/** The ends of a range as options; the last one is all that is more than the one before. */
function endsOf(
  { min, max, ends }: IndexResult["ranges"][string],
  label: (value: number) => string,
  beyond?: (cap: number) => string,
): Record<string, unknown> {
  const options = (of: "from" | "to"): CountedOption[] =>
    ends.map((end, at) => ({
      value: String(end.value),
      label: beyond && at === ends.length - 1 ? beyond(ends[at - 1]?.value ?? end.value) : label(end.value),
      count: end[of],
    }));
  return { min, max, from: options("from"), to: options("to") };
}

function rangesOf({ parts }: Catalogue, { ranges }: IndexResult): Record<string, unknown> {
  const currency = parts.company.country === "PE" ? "USD" : "CLP";
  const number = (value: number): string => value.toLocaleString(parts.locale);
  const amount = (value: number): string => signs[currency] + number(value);
  const kilometres = (value: number): string => `${number(value)} km`;
  return {
    price: { currency, ...endsOf(ranges["price"]!, amount, (cap) => `Más de ${amount(cap)}`) },
    mileage: endsOf(ranges["mileage"]!, kilometres, (cap) => `+ de ${number(cap)}km`),
    year: endsOf(ranges["year"]!, String),
  };
}

/** Searches, and says all of it. */
export function searchCatalogue(
  catalogue: Catalogue,
  items: Record<FacetName, FilterItem[]>,
  asked: Record<string, string>,
): Record<string, unknown> {
  const query = readCatalogueQuery(catalogue, items, asked);
  const found = catalogue.index.search({
    ...query,
    // Models are offered of chosen makes only.
    counted: (Object.keys(items) as FacetName[]).filter(
      (facet) => facet !== "model" || query.facets["brand"] || query.facets["model"],
    ),
  });
  const { total, ids, counts } = found;
  return {
    result: ids.map((id) => sourceRecord(catalogue.parts, catalogue.cars.get(id)!)),
    params: {
      total,
      page: query.page,
      pages: Math.ceil(total / pageSize),
      size: pageSize,
      first: ids.length === 0 ? 0 : query.offset + 1,
      last: query.offset + ids.length,
      sort: query.sort,
      ignored: query.ignored,
    },
    filters: Object.fromEntries(
      Object.entries(items).map(([facet, all]) => [
        facet,
        optionsOf(catalogue, facet as FacetName, all, counts[facet] ?? new Map(), query),
      ]),
    ),
    ranges: rangesOf(catalogue, found),
  };
}
