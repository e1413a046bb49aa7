/** Pages for whoever is signed in, and the way there for whoever is not. */
import { signInAddress } from "../../schemas/engine/serve.ts";
import { redirectUrl } from "../http/redirects.ts";
import { matchScreen } from "../definitions/match-screen.ts";
import type { PageRequest, PageSources, ResolvedPage } from "./page-parts.ts";

/**
 * Where somebody is led by whether they are signed in: from a page that is for those alone to the form, and from an address
 * that opens the form to where it was to lead. Undefined where the page stays.
 */
export async function signInLeads(
  { personOf }: PageSources,
  { revision, request, path, arrival }: PageRequest,
): Promise<ResolvedPage | undefined> {
  const { signIn } = revision.public.brand.site;
  if (!signIn) return undefined;
  const asked = new URLSearchParams(arrival.query);
  const opens = asked.get(signIn.parameter) === "true";
  const isForPeople = matchScreen(revision, path)?.screen.signIn === true;
  if (!opens && !isForPeople) return undefined;
  const isSignedIn = (await personOf?.(request)) !== undefined;
  if (opens && isSignedIn) {
    const named = asked.get(signIn.returns);
    const to = (named === null ? undefined : redirectUrl(named, arrival.origin)) ?? "/";
    // One that opens the form again would lead nowhere.
    const url = new URL(to, arrival.origin);
    url.searchParams.delete(signIn.parameter);
    return { redirect: url.pathname + url.search + url.hash, query: "" };
  }
  if (isForPeople && !isSignedIn) {
    return { redirect: signInAddress(signIn, path + arrival.query), query: "" };
  }
  return undefined;
}
