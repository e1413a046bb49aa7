/** What the parts of an Office document are, and what they bring in. */
import { attributesOf, readXml } from "./xml.ts";

/** Links of a text lead outside, and are opened only by who presses them. */
const link = /\/relationships\/hyperlink$/;
/** Other files, and programs. */
const carries =
  /\/(?:oleObject|package|aFChunk|vbaProject|wordVbaData|control|activeXControlBinary|externalLink|externalLinkPath|xlMacrosheet|xlIntlMacrosheet|attachedToolbars|ctrlProp|customUI|extensibility|frame|subDocument)$/i;
const withScheme = /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Whether relationships bring in something from elsewhere, a program or a file. @throws {UnfitXml} */
export async function bringsIn(relations: string): Promise<boolean> {
  let isFound = false;
  await readXml(relations, {
    tag: (name, rest, isEnd) => {
      if (isEnd || name.toLowerCase() !== "relationship") return;
      const said = attributesOf(rest);
      const [type = "", target = "", mode = ""] = ["type", "target", "targetmode"].map((one) =>
        said.get(one),
      );
      const isOutside = mode.trim().toLowerCase() === "external" || withScheme.test(target);
      isFound ||= (isOutside && !link.test(type)) || carries.test(type.trim());
    },
  });
  return isFound;
}

/** Types of programs, wherever they are said. */
const programs = /macroEnabled|vbaProject|activeX/i;
/** Types of other files and of what comes from them, where there is a part of this type. */
const files =
  /externalLink|oleObject|macrosheet|vbaData|customUI|controlproperties|attachedToolbars|aFChunk|altchunk|^application\/(?:rtf|msword|x-mimearchive|xhtml)|^text\/(?:html|rtf)|^message\//i;

export interface PartTypes {
  /** Whether a program is among them. */
  hasPrograms: boolean;
  /** Of a part, in small letters; empty where nothing says it. */
  of(part: string): string;
}

/** @throws {UnfitXml} */
export async function partTypes(xml: string): Promise<PartTypes> {
  const types = new Map<string, string>();
  let hasPrograms = false;
  await readXml(xml, {
    tag: (name, rest, isEnd) => {
      const kind = name.toLowerCase();
      if (isEnd || (kind !== "default" && kind !== "override")) return;
      const said = attributesOf(rest);
      const type = (said.get("contenttype") ?? "").trim();
      hasPrograms ||= programs.test(type);
      const [one, before] = kind === "default" ? [said.get("extension"), "."] : [said.get("partname"), ""];
      if (one !== undefined) types.set(before + one.toLowerCase(), type);
    },
  });
  return {
    hasPrograms,
    of: (part) => {
      const path = `/${part.toLowerCase()}`;
      return types.get(path) ?? types.get(path.slice(path.lastIndexOf("."))) ?? "";
    },
  };
}

export const isFileType = (type: string): boolean => files.test(type);
