import { readHours } from "../4-evaluate/opening-hours.ts";
import type {
  CompiledScreen,
  CompiledSite,
  MenuItem,
  MenuLink,
  OpeningTimes,
  SiteLink,
  WrittenBrandMenuLink,
  WrittenOnlyFor,
} from "../types/index.ts";
import type { BrandProject } from "./project.ts";
import { fillKnown } from "./words.ts";

/** Compiles what stands around the pages of a brand. A brand that says no menu has its own screens there. */
export function compileSite(project: BrandProject, screens: CompiledScreen[]): CompiledSite {
  const site = project.definition.site ?? {};
  const { phone, whatsapp, email, address: office, legal, picturesNote } = site;
  const line = (text: string): string => fillKnown(text, project.known);
  const { signIn } = site;
  /** Whoever is not signed in is led there by way of the form, and whoever is goes on at once: the same for everybody. */
  const address = (to: string, isForPeople: boolean | undefined): string =>
    isForPeople && signIn ? signInAddress(signIn, to) : to;
  const linkOf = ({ label, to, signIn: forPeople }: SiteLink & { signIn?: boolean }): SiteLink => ({
    label: line(label),
    to: address(to, forPeople),
  });
  const linksOf = (links: (SiteLink & { onlyFor?: WrittenOnlyFor; signIn?: boolean })[]): SiteLink[] =>
    links.filter(({ onlyFor }) => project.appliesTo(onlyFor)).map(linkOf);
  /** What has nothing left under it is not there. */
  const menuLinksOf = (links: WrittenBrandMenuLink[]): MenuLink[] =>
    links
      .filter(({ onlyFor }) => project.appliesTo(onlyFor))
      .flatMap(({ label, to, signIn: forPeople, links: under }): MenuLink[] => {
        if (to !== undefined) return [linkOf({ label, to, ...(forPeople ? { signIn: true } : {}) })];
        const own = linksOf(under ?? []);
        return own.length > 0 ? [{ label: line(label), links: own }] : [];
      });
  const hours = (site.hours ?? []).map((one) => ({ days: line(one.days), hours: line(one.hours) }));
  const mounted = screens.find(({ route }) => route === signIn?.to)?.flow;
  return {
    organization: site.organization ?? "Organization",
    menu:
      site.menu?.map(({ label, to, signIn: forPeople, signedIn, links = [], highlighted = false }) => ({
        label: line(label),
        ...(to === undefined ? {} : { to: address(to, forPeople) }),
        ...(to === undefined || signedIn === undefined ? {} : { signedIn: { label: line(signedIn), to } }),
        links: menuLinksOf(links),
        highlighted,
      })) ?? screens.filter(isListed).map(itemOf),
    footer: (site.footer ?? []).map(({ title, links }) => ({ title: line(title), links: linksOf(links) })),
    ...(site.badges === undefined
      ? {}
      : {
          badges: site.badges.map(({ savedList, hideEmpty, ...link }) => ({
            ...linkOf(link),
            savedList,
            ...(hideEmpty ? { hideEmpty } : {}),
          })),
        }),
    ...(site.search === undefined ? {} : { search: { ...site.search, label: line(site.search.label) } }),
    hours,
    ...openingOf(project, hours),
    ...(phone === undefined ? {} : { phone: { label: phone, to: `tel:${phone.replaceAll(" ", "")}` } }),
    ...(whatsapp === undefined ? {} : { whatsapp }),
    ...(email === undefined ? {} : { email: { label: email, to: `mailto:${email}` } }),
    ...(office === undefined ? {} : { address: { ...office, text: line(office.text) } }),
    ...(signIn === undefined || mounted === undefined ? {} : { signIn: { ...signIn, flow: mounted } }),
    ...(legal === undefined ? {} : { legal: line(legal) }),
    ...(picturesNote === undefined ? {} : { picturesNote: line(picturesNote) }),
  };
}

/** Hours as data: all of them, or nobody says that it is closed while it is open. */
function openingOf(project: BrandProject, hours: CompiledSite["hours"]): { opening?: OpeningTimes } {
  const spans = hours.flatMap((one) => readHours(one) ?? []);
  if (spans.length === 0 || spans.length < hours.length) return {};
  const { closedOn } = project.definition.site ?? {};
  const closed = closedOn === undefined ? [] : daysOf(project.constant(`content.${closedOn.content}`));
  return { opening: { spans, closed } };
}

const daysOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((day) => typeof day === "string") : [];

/** Whether a screen can be gone to from everywhere. */
const isListed = ({ indexed, answers, route }: CompiledScreen): boolean =>
  indexed && answers === 200 && route !== "/" && !route.includes(":");

/** A screen under the name that it has among the breadcrumbs. */
const itemOf = ({ route, title, breadcrumbs }: CompiledScreen): MenuItem => ({
  label: breadcrumbs.at(-1)?.label ?? title,
  to: route,
  links: [],
  highlighted: false,
});

/** Where somebody signs in who is to go to an address then. */
export const signInAddress = (
  { parameter, returns }: { parameter: string; returns: string },
  to: string,
): string => `/?${parameter}=true&${returns}=${encodeURIComponent(to)}`;
