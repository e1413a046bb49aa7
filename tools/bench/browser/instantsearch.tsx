import itemsjs from "itemsjs";
import { createRoot } from "react-dom/client";
import {
  Configure,
  Hits,
  InstantSearch,
  Pagination,
  RefinementList,
  Stats,
  type SearchClient,
} from "react-instantsearch";
import { plainFacets, type PlainRow } from "./plain-cars.ts";

/** A stock faceted list: react-instantsearch over an index of the library itemsjs in the page, with its own widgets. */
const rows = (await (await fetch("/cars.json")).json()) as PlainRow[];
const engine = itemsjs(rows, {
  sortings: { price: { field: "price", order: "asc" } },
  aggregations: Object.fromEntries(
    plainFacets.map((name) => [name, { title: name, size: 300, conjunction: false }]),
  ),
  searchableFields: [],
});

interface Answer {
  pagination: { total: number };
  data: {
    items: object[];
    aggregations: Record<string, { buckets: { key: string; doc_count: number }[] }>;
  };
}

const searchClient: SearchClient = {
  search: (asked) =>
    Promise.resolve({
      results: asked.map(({ params: { page = 0, hitsPerPage = 12, facetFilters = [] } = {} }) => {
        const filters: Record<string, string[]> = {};
        for (const one of facetFilters.flat()) {
          const [name, value] = one.split(":") as [string, string];
          (filters[name] ??= []).push(value);
        }
        const found = engine.search({
          per_page: hitsPerPage,
          page: page + 1,
          sort: "price",
          filters,
        }) as Answer;
        return {
          hits: found.data.items,
          nbHits: found.pagination.total,
          page,
          nbPages: Math.ceil(found.pagination.total / hitsPerPage),
          hitsPerPage,
          processingTimeMS: 0,
          query: "",
          params: "",
          facets: Object.fromEntries(
            Object.entries(found.data.aggregations).map(([name, { buckets }]) => [
              name,
              Object.fromEntries(buckets.map(({ key, doc_count: count }) => [key, count])),
            ]),
          ),
        };
      }),
    }),
};

function Card({ hit }: { hit: object }) {
  const { name, image, price } = hit as PlainRow;
  return (
    <article>
      <img src={image} alt={name} width="475" height="238" loading="lazy" />
      <h3>{name}</h3>
      <p>{price.toLocaleString("es-CL")}</p>
    </article>
  );
}

createRoot(document.querySelector("#form")!).render(
  <InstantSearch indexName="cars" searchClient={searchClient}>
    <Configure hitsPerPage={12} />
    {plainFacets.map((name) => (
      <RefinementList key={name} attribute={name} limit={20} />
    ))}
    <Stats />
    <Hits hitComponent={Card} />
    <Pagination />
  </InstantSearch>,
);
