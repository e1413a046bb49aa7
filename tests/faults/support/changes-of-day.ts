/** Changes of the day and of the clock, of two brands, in the order in which they come. */
import type { PayingBrand } from "./book-and-pay.ts";

export interface Change {
  what: string;
  brand: PayingBrand;
  /** Two moments twenty minutes apart, and the day that it is then where the brand is. */
  from: string;
  to: string;
  before: string;
  after: string;
}

const santiago = { brand: "SI" } as const;
const lima = { brand: "WI" } as const;

/** In order: the clock goes on. Santiago turns its clocks back in April and forward in September, Lima never does. */
export const changes: Change[] = [
  {
    what: "midnight",
    ...santiago,
    from: "2027-01-15T02:50Z",
    to: "2027-01-15T03:10Z",
    before: "2027-01-14",
    after: "2027-01-15",
  },
  {
    what: "the hour that comes twice",
    ...santiago,
    from: "2027-04-04T02:50Z",
    to: "2027-04-04T03:10Z",
    before: "2027-04-03",
    after: "2027-04-03",
  },
  {
    what: "midnight after it",
    ...santiago,
    from: "2027-04-04T03:50Z",
    to: "2027-04-04T04:10Z",
    before: "2027-04-03",
    after: "2027-04-04",
  },
  {
    what: "midnight elsewhere",
    ...lima,
    from: "2027-04-04T04:50Z",
    to: "2027-04-04T05:10Z",
    before: "2027-04-03",
    after: "2027-04-04",
  },
  {
    what: "midnight of a working day there",
    ...lima,
    from: "2027-04-07T04:50Z",
    to: "2027-04-07T05:10Z",
    before: "2027-04-06",
    after: "2027-04-07",
  },
  {
    what: "the hour that is left out",
    ...santiago,
    from: "2027-09-05T03:50Z",
    to: "2027-09-05T04:10Z",
    before: "2027-09-04",
    after: "2027-09-05",
  },
  {
    what: "a new year",
    ...lima,
    from: "2028-01-01T04:50Z",
    to: "2028-01-01T05:10Z",
    before: "2027-12-31",
    after: "2028-01-01",
  },
  {
    what: "a leap day",
    ...santiago,
    from: "2028-02-29T02:50Z",
    to: "2028-02-29T03:10Z",
    before: "2028-02-28",
    after: "2028-02-29",
  },
];
