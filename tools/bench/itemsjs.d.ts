/** The library has no types of its own: as much of it as is used here. */
declare module "itemsjs" {
  interface Options<Row> {
    sortings: Record<string, { field: keyof Row; order: "asc" | "desc" }>;
    aggregations: Record<string, { title: string; size: number; conjunction: boolean }>;
    searchableFields: (keyof Row)[];
  }
  interface Asked {
    per_page: number;
    page: number;
    sort: string;
    filters: Record<string, string[]>;
  }
  export default function itemsjs<Row>(
    rows: Row[],
    options: Options<Row>,
  ): { search: (asked: Asked) => unknown };
}
