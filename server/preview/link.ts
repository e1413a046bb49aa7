/** Links to previews: what they say is signed, and nothing of them is kept. */
import { timingSafeEqual } from "node:crypto";
import type { Seals } from "../store/seals.ts";

export interface PreviewLink {
  brand: string;
  /** When it is over. */
  until: Date;
}

/** Where a link leads, before its token; and where a preview is left. */
export const previewPath = "/vista-previa";
export const leavePath = `${previewPath}/salir`;

const tokenPattern = /^([A-Z0-9]{1,16})\.([0-9a-z]{6,8})\.([A-Za-z0-9_-]{43})$/;

const said = (brand: string, until: string): string => `preview of content ${brand} ${until}`;

export function previewToken({ brand, until }: PreviewLink, seals: Pick<Seals, "linkProofs">): string {
  const seconds = Math.floor(until.getTime() / 1000).toString(36);
  return `${brand}.${seconds}.${seals.linkProofs(said(brand, seconds))[0]}`;
}

/** What a token says; undefined for one that is not ours or is over. */
export function readPreviewToken(
  token: string | undefined,
  seals: Pick<Seals, "linkProofs">,
  now: Date,
): PreviewLink | undefined {
  const [, brand, seconds, proof] = tokenPattern.exec(token ?? "") ?? [];
  if (brand === undefined || seconds === undefined || proof === undefined) return undefined;
  const given = Buffer.from(proof);
  const isOurs = seals
    .linkProofs(said(brand, seconds))
    .some((own) => timingSafeEqual(Buffer.from(own), given));
  const until = new Date(Number.parseInt(seconds, 36) * 1000);
  return isOurs && until > now ? { brand, until } : undefined;
}
