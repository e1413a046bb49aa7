/** The catalogues that services answer from, each opened once. */
import { dayIn, type Clock } from "../../clock.ts";
import type { ServiceBrand } from "../../services/embedded/service.ts";
import type { Log } from "../../log.ts";
import type { Store } from "../../store/store.ts";
import type { CatalogueLists, Reference } from "../reference/types.ts";
import { companyOf } from "../requests/caller.ts";
import { createCatalogue, type Catalogue, type FacetName } from "../catalogue/catalogue.ts";
import { filterItems, type FilterItem } from "../catalogue/options.ts";
import { followStockFiles } from "../catalogue/stock-files.ts";
import { followStock, type StockChange, type StockFollower } from "../catalogue/stock-changes.ts";

/** What is kept open of a company's catalogue. */
export interface OpenedCatalogue {
  catalogue: Catalogue;
  items: Record<FacetName, FilterItem[]>;
}

interface CataloguesDeps {
  reference: Reference;
  /** Where the reference data is. */
  folder?: string | undefined;
  log?: Log;
  clock: Clock;
  store: Store;
}

/** The catalogue of a brand, as it is now; undefined where its company has none. */
export type CatalogueOf = (brand: Pick<ServiceBrand, "facts">) => Promise<OpenedCatalogue | undefined>;

export interface Catalogues {
  of: CatalogueOf;
  /** What was changed and is not in them yet; see `StockFollower`. */
  unread: StockFollower["unread"];
  /** Follows the stock's files from now on. Returns what ends it. */
  followFiles: () => () => void;
}

function change({ catalogue }: OpenedCatalogue, { id, car }: Pick<StockChange, "id" | "car">): void {
  if (car) catalogue.put(car);
  else catalogue.remove(id);
}

/** The catalogues by company, each made when it is first asked for, with all that has changed until now. */
export function openCatalogues({ reference, folder, store, clock, log }: CataloguesDeps): Catalogues {
  const opened = new Map<number, OpenedCatalogue>();
  /** The last change of each car, by company: for those that are made later. */
  const changes = new Map<number, Map<number, StockChange>>();
  const { follow, unread } = followStock(store, (made) => {
    const own = changes.get(made.company) ?? new Map<number, StockChange>();
    changes.set(made.company, own.set(made.id, made));
    const known = opened.get(made.company);
    if (known) change(known, made);
  });
  const open = (lists: CatalogueLists, companyId: number | undefined): OpenedCatalogue | undefined => {
    const company = reference.companies.find((one) => one.companyId === companyId);
    if (!company) return undefined;
    const { main } = reference.market.timeZones[company.country]!;
    const catalogue = createCatalogue(reference, lists, company, () => dayIn(main, clock()));
    const made = { catalogue, items: filterItems(catalogue.parts) };
    for (const one of changes.get(company.companyId)?.values() ?? []) change(made, one);
    opened.set(company.companyId, made);
    return made;
  };
  const of: CatalogueOf = async (brand) => {
    await follow();
    const companyId = companyOf(brand);
    const known = companyId === undefined ? undefined : opened.get(companyId);
    return known ?? (reference.catalogue ? open(reference.catalogue, companyId) : undefined);
  };
  const followFiles = (): (() => void) =>
    folder === undefined || !reference.catalogue
      ? () => {}
      : followStockFiles({
          folder,
          reference,
          log,
          apply: (made) => {
            // What was changed here stands, whatever a file says: so it is after a start too.
            if (changes.get(made.company)?.has(made.id)) return;
            const known = opened.get(made.company);
            if (known) change(known, made);
          },
        });
  return { of, unread, followFiles };
}
