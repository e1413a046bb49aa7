/** Keys for the personal data of tests: for servers with one database and folders of their own. */
import { parseDataKey } from "../../server/config/storage.ts";
import { createSeals, dataKey } from "../../server/store/seals.ts";

/** As settings have it. */
export const testDataKey = Buffer.alloc(32, "vitrina").toString("base64");

export const testDataKeys = [parseDataKey(testDataKey)!];

/** What seals files with that key. */
export const testSeals = createSeals([dataKey(testDataKeys[0]!)]).bytes;
