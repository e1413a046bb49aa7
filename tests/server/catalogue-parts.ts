/** The catalogue of a brand, asked as definitions ask it. */
import { onTestFinished } from "vitest";
import type { Clock } from "../../server/clock.ts";
import type { Reference } from "../../server/dealers/reference/types.ts";
import { dealerServices } from "../../server/dealers/services/index.ts";
import { createServices } from "../../server/services/services.ts";
import type { Store } from "../../server/store/store.ts";
import { keptLog, projectCalls, projectReference, revisionOf, temporaryStore } from "./parts.ts";

export interface Option {
  value: string;
  label: string;
  count: number;
}

interface RangeOptions {
  min?: number;
  max?: number;
  from: Option[];
  to: Option[];
}

interface Named {
  value: string;
  slug: string;
}

export interface ListedCar {
  id: number;
  isNew: boolean;
  carBrandType: Named;
  carModelType: Named;
  carCategoryType: Named;
  detailModel: string;
  year: number;
  mileage: number;
  /** Amounts by name; the currency among them. */
  prices: Record<string, number>[];
}

export interface Detail extends ListedCar {
  versions: { id: number }[];
  branches: object[];
  branchOffice?: { name: string };
  chassisNumber?: string;
  inspectionCarData?: { systems: { points: object[] }[] };
}

/** An option as the lists of filters have it. */
export interface Listed extends Named {
  id: string;
  count: number;
}

export interface Found {
  result: ListedCar[];
  params: { total: number; page: number; first: number; last: number; ignored: Record<string, string[]> };
  filters: Record<string, Option[]>;
  ranges: Record<"price" | "mileage" | "year", RangeOptions>;
}

export async function openCatalogue(
  brand: string,
  given: { reference?: Reference; folder?: string; store?: Store; clock?: Clock } = {},
) {
  const store = given.store ?? (await temporaryStore()).store;
  const services = createServices({
    store,
    config: { mode: "development", upstreams: {}, tokens: {}, services: { port: "off" } },
    embedded: dealerServices(given.reference ?? (await projectReference()), given.folder),
    log: keptLog(),
    ...(given.clock ? { clock: given.clock } : {}),
  });
  onTestFinished(() => services.close());
  if (given.folder !== undefined) for (const { prepare } of services.embedded) await prepare?.();
  const revision = await revisionOf(brand, await projectCalls());
  /** A call of any service. */
  const callNamed = (name: string, input: Record<string, unknown> = {}, key = "key-1") =>
    services.call({ revision, call: name, input, key });
  const callFrom = (name: string, input: Record<string, unknown>, key: string, visitorAddress: string) =>
    services.call({ revision, call: name, input, key, visitorAddress });
  const call = (name: string, input: Record<string, unknown> = {}) => callNamed(`catalog.${name}`, input);
  const answer = async <Data>(name: string, input: Record<string, unknown> = {}): Promise<Data> => {
    const { ok, data, failure } = await call(name, input);
    if (!ok) throw new Error(`${name}: ${failure}`);
    return data as Data;
  };
  return { call, callNamed, callFrom, answer, search: (input = {}) => answer<Found>("search", input) };
}
