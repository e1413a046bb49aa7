/** The older Office documents: compound files, with names of what they hold in UTF-16 somewhere. */
import type { FileContent } from "./file-content.ts";
import { hasMark } from "./scan.ts";
import type { ContentFault } from "./content-fault.ts";

const wide = (text: string): string => [...text].map((sign) => `${sign}\\x00`).join("");
/** How the older format (compound files) calls what holds a program or another file. */
const activeStream = new RegExp(
  ["_VBA_PROJECT", "Macros", "VBA\0\0"].map((name) => wide(name.replaceAll("\0", "\\0"))).join("|") +
    `|${wide("Ole10Native")}|${wide("ObjectPool")}|${wide("Package")}`,
);

export const judgeOlderOffice = async (content: FileContent): Promise<ContentFault> => {
  if (await hasMark(content, new RegExp(wide("EncryptedPackage")))) return "locked";
  return (await hasMark(content, activeStream)) ? "active" : undefined;
};
