/** The filters of the catalogue as options: what each is called, by which id or slug it is asked for. */
import { slugOf, type CatalogueContext } from "./car-for-sale.ts";
import type { FacetName } from "./catalogue.ts";

export interface FilterItem {
  /** As the lists of the specification have it. */
  id: string;
  slug: string;
  label: string;
  /** Further words by which it may be asked for. */
  also?: string[];
  /** For options that are seen rather than read. */
  colour?: string;
  /** Of its parent: a model's make, an office's city. */
  of?: string;
}

const plainItem = (text: string): FilterItem => ({ id: text, slug: text, label: text });

/** Made once: one for each comparison takes longer than to sort. */
const byLanguage = new Intl.Collator("es");

/** All that may be asked for of a filter, in the order in which it is shown; what no car has is left out later. */
export function filterItems(parts: CatalogueContext): Record<FacetName, FilterItem[]> {
  const { catalogue, lists, vehicles, offices } = parts;
  const item = ({ id, value, slug }: { id: number; value: string; slug: string }): FilterItem => ({
    id: String(id),
    slug,
    label: value,
  });
  const byLabel = (items: FilterItem[]): FilterItem[] => [
    ...new Map(
      items.toSorted((a, b) => byLanguage.compare(a.label, b.label)).map((one) => [one.slug, one]),
    ).values(),
  ];
  const all = [...vehicles.values()];
  const numbers = (values: number[]): FilterItem[] =>
    [...new Set(values)].toSorted((a, b) => a - b).map((value) => plainItem(String(value)));
  const years = all.flatMap(({ version }) => {
    const [first, last] = version.years[parts.company.country] ?? [1, 0];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  });
  return {
    type: [
      { id: "1", slug: "nuevo", label: "Nuevos", also: ["new"] },
      { id: "2", slug: "usado", label: "Usados", also: ["used"] },
    ],
    city: byLabel(
      [...offices.values()].map(({ city }) => ({ id: slugOf(city), slug: slugOf(city), label: city })),
    ),
    branchOffice: byLabel(
      [...offices.values()].map(({ office, city }) => ({
        id: office.uuid,
        slug: slugOf(office.name),
        label: office.name,
        of: slugOf(city),
      })),
    ),
    brand: byLabel(all.map(({ brand }) => ({ id: brand.code, slug: brand.slug, label: brand.name }))),
    model: byLabel(
      all.map(({ brand, model }) => ({
        id: model.code,
        slug: model.slug,
        label: model.name,
        of: brand.slug,
      })),
    ),
    tag: catalogue.campaigns.map(({ tagId, slug, campaign, color }) => ({
      id: String(tagId),
      slug,
      label: campaign,
      colour: color,
    })),
    years: numbers(years).toReversed(),
    category: lists.categories.map(item),
    fuel: lists.fuels.map(item),
    color: byLabel(
      lists.colours.map((colour) => ({
        ...item(colour),
        label: catalogue.mergedNames.color?.[colour.slug] ?? colour.value,
        ...(catalogue.colours[colour.slug] ? { colour: catalogue.colours[colour.slug]!.swatch } : {}),
      })),
    ),
    traction: lists.tractions.map(item),
    transmission: lists.transmissions.map(item),
    doors: numbers(all.map(({ model }) => model.doors)),
    seats: numbers(all.map(({ model }) => model.seats)),
  };
}

/** Its name, id or another word for it, as somebody asked. */
export const isItem = ({ id, slug, also = [] }: FilterItem, asked: string): boolean =>
  slug === asked || id === asked || also.includes(asked);
