import { uncountedEmailPattern } from "../operations/addresses.ts";

/** A day that there is, leap years and all. */
const day =
  /(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)/
    .source;

const hour =
  /(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?/
    .source;

/**
 * The formats that a raw JSON Schema may name. All are patterns of linear time, so that they stand in the browser's
 * validators as they are; `time` and `date-time` may leave the zone out, as form libraries write them.
 */
export const rawFormats: Record<string, RegExp> = {
  email: uncountedEmailPattern,
  date: new RegExp(`^${day}$`),
  time: new RegExp(`^${hour}$`),
  "date-time": new RegExp(`^${day}T${hour}$`),
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/,
  uuid: /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/,
  ipv4: /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])$/,
  color: /^#[0-9A-Fa-f]{6}$/,
};
