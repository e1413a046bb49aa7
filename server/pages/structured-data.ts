/** What a page says of itself to machines, as JSON-LD: the organization and its branches, the site, the way here, questions. */
import {
  plainWords,
  readHours,
  type CompiledBrand,
  type Page,
  type Words,
} from "../../schemas/engine/serve.ts";
import { sharedPicture } from "./brand-drawings.ts";

type Thing = Record<string, unknown>;

const days = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

/** Opening hours as schema.org writes them; nothing where nobody can read them. */
export function openingHours(hours: { days: string; hours: string }): string[] {
  const span = readHours(hours);
  if (!span) return [];
  const named = span.days.map((day) => days[day]!);
  const which = named.length > 2 ? `${named[0]!}-${named.at(-1)!}` : named.join(",");
  return [`${which} ${span.opens}-${span.closes}`];
}

/** A telephone number or mail address from a link that opens it. */
const reached = (to: string | undefined): string | undefined => to?.replace(/^(tel|mailto):/, "");

const present = (thing: Thing): Thing =>
  Object.fromEntries(
    Object.entries(thing).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

function organization(
  { brand, name, country, site }: CompiledBrand,
  origin: string,
  departments: Thing[],
): Thing {
  const folder = `${origin}/assets/brands/${encodeURIComponent(brand)}`;
  return present({
    "@type": site.organization,
    "@id": `${origin}/#organization`,
    name,
    url: `${origin}/`,
    logo: `${folder}/icon-512.png`,
    image: `${folder}/${sharedPicture.name}`,
    telephone: reached(site.phone?.to),
    email: reached(site.email?.to),
    address: site.address && {
      "@type": "PostalAddress",
      streetAddress: site.address.text,
      addressCountry: country,
    },
    hasMap: site.address?.map,
    openingHours: site.hours.flatMap(openingHours),
    department: departments,
  });
}

const isPlace = (row: unknown): row is Record<"name" | "address", string> & Record<string, unknown> =>
  typeof row === "object" &&
  row !== null &&
  ["name", "address"].every((key) => typeof (row as Thing)[key] === "string");

/** The branches that a page shows on a map, where it has them. */
function branches({ screen, data, brand }: Page, origin: string): Thing[] {
  const onMap = screen.blocks.filter(({ map }) => map === true);
  const rows = onMap.flatMap((block) => {
    const value = data?.[String(block["data"])]?.value;
    return Array.isArray(value) ? (value as unknown[]).filter(isPlace) : [];
  });
  return rows.map((row) =>
    present({
      "@type": brand.site.organization,
      "@id": typeof row["uuid"] === "string" ? `${origin}/#${row["uuid"]}` : undefined,
      name: row.name,
      image: `${origin}/assets/brands/${encodeURIComponent(brand.brand)}/${sharedPicture.name}`,
      address: present({
        "@type": "PostalAddress",
        streetAddress: row.address,
        addressLocality: typeof row["commune"] === "string" ? row["commune"] : undefined,
        addressCountry: brand.country,
      }),
      telephone:
        typeof row["telephone"] === "string" && row["telephone"] !== "" ? row["telephone"] : undefined,
      geo:
        typeof row["latitude"] === "number" && typeof row["longitude"] === "number"
          ? { "@type": "GeoCoordinates", latitude: row["latitude"], longitude: row["longitude"] }
          : undefined,
    }),
  );
}

interface Item {
  title?: Words;
  body?: Words;
  items?: Item[];
  example?: boolean;
}

const isReal = (part: object): boolean => (part as { example?: unknown }).example !== true;

/** Questions, by topic or at once, of the blocks that hold some. An example is no fact to be told on. */
function questions({ screen: { blocks } }: Page): Thing[] {
  const topics = blocks.flatMap((block) =>
    block.block === "questions" && isReal(block) ? ((block["items"] ?? []) as Item[]) : [],
  );
  return topics
    .filter(isReal)
    .flatMap((topic) => (topic.items ?? []).filter(isReal))
    .flatMap(({ title, body }) =>
      title === undefined || body === undefined
        ? []
        : [
            {
              "@type": "Question",
              name: plainWords(title),
              acceptedAnswer: { "@type": "Answer", text: plainWords(body) },
            },
          ],
    );
}

/** Properties whose values are addresses. */
const addresses: ReadonlySet<string> = new Set([
  "@id",
  "contentUrl",
  "image",
  "item",
  "logo",
  "sameAs",
  "url",
]);

/** A path of the site as others reach it; any other address as it is. */
export const addressAt = (origin: string, address: string): string =>
  address.startsWith("/") ? origin + encodeURI(address) : address;

/** A thing whose paths of the site are addresses. */
function reachable(thing: unknown, origin: string, property = ""): unknown {
  if (typeof thing === "string") return addresses.has(property) ? addressAt(origin, thing) : thing;
  if (Array.isArray(thing)) return thing.map((one) => reachable(one, origin, property));
  if (typeof thing !== "object" || thing === null) return thing;
  return Object.fromEntries(Object.entries(thing).map(([key, one]) => [key, reachable(one, origin, key)]));
}

/** The graph of a page that crawlers may keep, at the address by which it is known. `about` is what it says itself. */
export function structuredData(page: Page, url: string, origin: string, about: Thing[] = []): object {
  const { brand, screen } = page;
  const asked = questions(page);
  const graph: Thing[] = [
    organization(brand, origin, branches(page, origin)),
    {
      "@type": "WebSite",
      "@id": `${origin}/#site`,
      name: brand.name,
      url: `${origin}/`,
      inLanguage: brand.locale,
      publisher: { "@id": `${origin}/#organization` },
    },
    present({
      "@type": asked.length > 0 ? ["WebPage", "FAQPage"] : "WebPage",
      "@id": url,
      url,
      name: screen.title,
      description: screen.description,
      inLanguage: brand.locale,
      isPartOf: { "@id": `${origin}/#site` },
      about: { "@id": `${origin}/#organization` },
      mainEntity: asked,
    }),
  ];
  if (screen.breadcrumbs.length > 0) {
    graph.push({
      "@type": "BreadcrumbList",
      itemListElement: screen.breadcrumbs.map(({ label, to }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name: label,
        item: to === undefined ? url : origin + encodeURI(to),
      })),
    });
  }
  graph.push(...about.map((thing) => reachable(thing, origin) as Thing));
  return { "@context": "https://schema.org", "@graph": graph };
}
