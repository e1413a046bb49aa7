/** Links to previews of content, for the editors of a brand. */
import { previewToken, previewPath } from "../preview/link.ts";
import { redirectUrl } from "../http/redirects.ts";
import { ownAddress } from "../http/site-address.ts";
import { spaceFor } from "../config/content.ts";
import { newestRevisions } from "../store/revisions.ts";
import { OperatorError } from "./operator-error.ts";
import type { Opened } from "./store.ts";

interface PreviewWanted {
  brand: string;
  minutes: number;
  /** The page of the site that it leads to. */
  path: string;
  now: Date;
}

/** @throws {OperatorError} where there is no such brand, page or unpublished content */
export async function makePreviewLink(
  { store, config }: Opened,
  { brand, minutes, path, now }: PreviewWanted,
): Promise<{ link: string; until: Date; timeZone: string }> {
  const revisions = await newestRevisions(store);
  const revision = revisions.find((one) => one.brand === brand);
  if (!revision) {
    const known = revisions
      .map((one) => one.brand)
      .toSorted()
      .join(", ");
    throw new OperatorError(`No hay ninguna marca "${brand}" publicada. Hay: ${known}.`);
  }
  const address = ownAddress(config, revision);
  if (redirectUrl(path, address) !== path)
    throw new OperatorError(`"${path}" no es la dirección de una página: empieza con "/".`);
  if (config.content && spaceFor(config.content, brand).previewToken === undefined) {
    throw new OperatorError(
      "Falta CONTENTFUL_PREVIEW_TOKEN: sin él no se puede leer lo que no está publicado.",
    );
  }
  const until = new Date(now.getTime() + minutes * 60_000);
  const token = previewToken({ brand, until }, store.seals);
  const to = path === "/" ? "" : `?a=${encodeURIComponent(path)}`;
  const { timeZone } = revision.public.brand;
  return { link: `${address}${previewPath}/${token}${to}`, until, timeZone };
}
