/** All that the page of one car needs: the car detail record of the specification. */
import type { BranchOffice } from "../reference/types.ts";
import { type CarForSale, type CatalogueContext, type OfficeAt } from "./car-for-sale.ts";
import { creditTypes, isYoungEnough } from "../financing/plans.ts";
import { financedCar } from "./financed-car.ts";
import { priceRecord, specialSaleOf } from "./prices.ts";
import { sourceRecord, tagsOf } from "./source-record.ts";

function officeRecord({ city, office, id }: OfficeAt): Record<string, unknown> {
  const { uuid, name, address, commune, latitude, longitude, telephone }: BranchOffice = office;
  const { whatsappNew, whatsappUsed } = office;
  return {
    id,
    uuid,
    name,
    address,
    city,
    commune,
    latitude,
    longitude,
    telephone,
    whatsapp: whatsappNew,
    whatsappNew,
    whatsappUsed,
  };
}

/** How well a version is equipped, 1 to 4: the dearer among those of its model, the better. */
function levelOf({ model, version }: CarForSale): number {
  const dearness = Object.keys(version.prices)[0]!;
  const all = model.versions.map(({ prices }) => prices[dearness] ?? 0).toSorted((a, b) => a - b);
  const rank = all.indexOf(version.prices[dearness] ?? 0);
  return Math.min(4, 2 + rank);
}

const equipmentOf = ({ catalogue }: CatalogueContext, one: CarForSale): object[] =>
  catalogue.equipment.map(({ name, items }) => ({
    name,
    items: items.filter(({ level }) => level <= levelOf(one)).map((item) => item.name),
  }));

function characteristicsOf(
  { catalogue, lists, locale }: CatalogueContext,
  { model, version }: CarForSale,
): { name: string; label: string }[] {
  const { length, width, height, trunk } = catalogue.dimensions[model.category]!;
  const number = (amount: number, unit: string): string => `${amount.toLocaleString(locale)} ${unit}`;
  const fuel = lists.fuels.find(({ slug }) => slug === version.fuel)!.value;
  return [
    { name: "Categoría", label: lists.categories.find(({ slug }) => slug === model.category)!.value },
    ...(version.displacement === undefined
      ? []
      : [{ name: "Cilindrada", label: number(version.displacement, "cc") }]),
    { name: "Combustible", label: fuel },
    { name: "Puertas", label: String(model.doors) },
    { name: "Asientos", label: String(model.seats) },
    { name: "Largo", label: number(length, "mm") },
    { name: "Ancho", label: number(width, "mm") },
    { name: "Alto", label: number(height, "mm") },
    { name: "Carga", label: number(trunk, "L") },
  ];
}

/** All points of the inspection by system: what was found, or that there is nothing to say. */
function inspectionOf({ catalogue }: CatalogueContext, { car, offices }: CarForSale): object | null {
  if (!car.inspection) return null;
  const { date, findings } = car.inspection;
  return {
    date,
    workshop: offices[0]?.office.name ?? null,
    systems: catalogue.inspection.map(({ name, points }) => ({
      name,
      points: points.map((point) => {
        const found = findings.find((finding) => finding.point === point);
        return { name: point, result: found ? "observation" : "ok", note: found?.note ?? null };
      }),
    })),
  };
}

function warrantyOf({ catalogue: { warranties } }: CatalogueContext, { car, isNew }: CarForSale): object[] {
  const { title, items } = isNew ? warranties.new : car.isCertified ? warranties.certified : warranties.used;
  return [{ name: title, items }];
}

/** One of the versions that are sold new beside it, the same car among them. */
const versionRecord = (parts: CatalogueContext, one: CarForSale): object => ({
  cit: one.version.code,
  id: one.car.id,
  detailModel: one.version.name,
  hasDps: specialSaleOf(one.car) !== undefined,
  prices: one.car.prices.map((price) => priceRecord(price, parts.tax)),
  newEquipment: equipmentOf(parts, one),
  characteristics: characteristicsOf(parts, one),
});

/** @param versions of the same model that are sold new, the cheapest first */
export function detailRecord(
  parts: CatalogueContext,
  one: CarForSale,
  versions: CarForSale[],
): Record<string, unknown> {
  const { car, isNew, offices } = one;
  const { angles } = parts.pictures(one, one.colours[0]);
  const tag = tagsOf(parts, one).find((found) => (found as { slug: string }).slug === "certificado");
  return {
    ...sourceRecord(parts, one),
    isQuotable: car.units > 0,
    financing: creditTypes.some((credit) =>
      isYoungEnough(parts.financing, financedCar(one), credit, parts.today()),
    ),
    chassisNumber: car.chassis ?? null,
    // What its second prices were reckoned with.
    exchange: parts.financing.exchange ?? null,
    pdfFile: null,
    fullmec: null,
    pictures: angles,
    warranty: warrantyOf(parts, one),
    branchOffice: isNew ? null : (offices.map(officeRecord)[0] ?? null),
    offices: offices.map(officeRecord),
    branches: isNew ? offices.map(officeRecord) : [],
    dpsCarBranchOffice: (specialSaleOf(car)?.offices ?? []).flatMap((uuid) => {
      const office = parts.offices.get(uuid);
      return office ? [officeRecord(office)] : [];
    }),
    certifiedUsedData: tag && car.isCertified ? { tag } : null,
    inspectionCarData: inspectionOf(parts, one),
    characteristics: characteristicsOf(parts, one),
    newEquipment: equipmentOf(parts, one),
    versions: versions.map((version) => versionRecord(parts, version)),
    units: car.units,
  };
}
