import { useLocation } from "react-router";
import { isOwnPath, plainWords, type CompiledBlock, type Words } from "../../schemas/engine/evaluate.ts";

/** A link of a block: to a page or a place of this one, or a file to take along. */
export interface BlockAction {
  label: string;
  to: string;
  isFile: boolean;
}

interface WrittenAction {
  label: Words;
  to?: string;
  document?: string;
}

/** Characters of an address that the server reads of a page. */
const maxQueryLength = 2_000;

/** What a query gave as an address leads on only where it is of this site or of the web. */
const leadsOn = (to: string): boolean => isOwnPath(to) || to.startsWith("#") || to.startsWith("https://");

/** The links that a block says its view places, the main one first. */
export function useBlockActions({ actions }: CompiledBlock): BlockAction[] {
  const { pathname, search } = useLocation();
  return ((actions ?? []) as WrittenAction[])
    .map(({ label, to = "", document }) => ({
      label: plainWords(label),
      to: document === undefined ? to : pageDocumentAddress(document, pathname, search),
      isFile: document !== undefined,
    }))
    .filter(({ to }) => leadsOn(to));
}

/** Where a document of a page is, with what is chosen on the page. */
function pageDocumentAddress(document: string, path: string, search: string): string {
  const asked = new URLSearchParams({ path });
  if (search !== "" && search.length <= maxQueryLength) asked.set("query", search);
  return `/api/page/documents/${document}?${asked}`;
}
