/** As much of the library as is used here: who checks types need not have it. */
declare module "react-instantsearch" {
  import type { ComponentType, ReactNode } from "react";

  interface Asked {
    indexName: string;
    params?: { page?: number; hitsPerPage?: number; facetFilters?: (string | string[])[]; facets?: string[] };
  }
  interface Found {
    hits: object[];
    nbHits: number;
    page: number;
    nbPages: number;
    hitsPerPage: number;
    processingTimeMS: number;
    query: string;
    params: string;
    facets: Record<string, Record<string, number>>;
  }
  export interface SearchClient {
    search(asked: Asked[]): Promise<{ results: Found[] }>;
  }
  export const InstantSearch: ComponentType<{
    indexName: string;
    searchClient: SearchClient;
    children: ReactNode;
  }>;
  export const Configure: ComponentType<{ hitsPerPage: number }>;
  export const RefinementList: ComponentType<{ attribute: string; limit: number }>;
  export const Hits: ComponentType<{ hitComponent: ComponentType<{ hit: object }> }>;
  export const Stats: ComponentType;
  export const Pagination: ComponentType;
}
