/** A folder of reference data that is as small as one may be, by file. */
export const smallReference = () => ({
  "chile-regions-communes.json": {
    regions: [
      {
        code: "13",
        name: "Región Metropolitana",
        shortName: "Metropolitana",
        communes: [["13101", "Santiago"]],
      },
      { code: "15", name: "Región de Arica", shortName: "Arica", communes: [["15101", "Arica"]] },
    ],
  },
  "peru-ubigeo-inei.json": {
    departments: [
      {
        code: "15",
        name: "Lima",
        provinces: [{ code: "1501", name: "Lima", districts: [["150101", "Lima"]] }],
      },
    ],
  },
  "public-holidays.json": {
    countries: { CL: [{ date: "2026-01-01", name: "Año Nuevo" }] } as Record<
      string,
      { date: string; name: string }[]
    >,
  },
  "used-cars.json": {
    companies: [
      { code: "olx", firstYear: 2010, withoutBrands: [], withoutVersions: [] as string[], factor: 1 },
      {
        code: "clicar",
        firstYear: 2010,
        withoutBrands: ["UNO"],
        withoutVersions: [] as string[],
        factor: 0.9,
      },
    ],
    withoutPrice: { null: [] as string[], zero: [] as string[] },
    timeZones: {
      CL: { main: "America/Santiago", regions: { "15": "America/Santiago" } },
      PE: { main: "America/Lima", regions: {} },
    } as Record<string, { main: string; regions: Record<string, string> }>,
  },
  "plates.json": {
    countries: {
      CL: { cars: [] as object[], fails: ["ZZZZ99"] },
    },
  },
  "vehicle-lists.json": {
    categories: [{ id: 1, value: "SUV", slug: "suv" }],
    fuels: [{ id: 1, value: "Gasolina", slug: "gasoline" }],
    transmissions: [{ id: 1, value: "Mecánica", slug: "manual" }],
    tractions: [{ id: 1, value: "4X2", slug: "4x2" }],
    colours: [{ id: 1, value: "Rojo", slug: "rojo" }],
    mileageRanges: [
      { id: 1, minRange: 0, maxRange: 10_000 },
      { id: 2, minRange: 10_001, maxRange: 50_000 },
    ],
  },
  "vehicles/one.json": {
    code: "UNO",
    name: "Uno",
    slug: "uno",
    models: [
      {
        code: "A",
        name: "A",
        slug: "a",
        category: "suv",
        doors: 5,
        seats: 5,
        versions: [
          {
            code: "UNO-A-1",
            name: "1.0",
            fuel: "gasoline",
            transmission: "manual",
            traction: "4x2",
            years: { CL: [2020, 2021] } as Record<string, [number, number]>,
            prices: { CLP: 9_990_000 },
          },
        ],
      },
    ],
  },
  "branch-offices.json": {
    companies: [
      company(1, "CL", "13", "Santiago", "9d2eb376-ee4f-5883-bf8d-39bc9e9acc67"),
      company(30, "PE", "15", "Lima", "40cf562a-2c54-5450-99cd-c393d15c74cf"),
    ],
  },
});

const company = (companyId: number, country: string, region: string, city: string, uuid: string) => ({
  companyId,
  country,
  services: ["Venta Nuevos"],
  cities: [
    {
      city,
      region,
      branchOffices: [
        {
          uuid,
          name: `Casa ${city}`,
          address: "Calle 1",
          commune: city,
          latitude: -33.4,
          longitude: -70.6,
          centerCode: `C-${companyId}`,
          brands: ["Uno"],
          postSaleBrands: [] as string[],
          services: ["Venta Nuevos"],
          scheduleSale: [{ name: "Lunes a viernes", hours: "09:00 a 18:00" }],
          schedulePostSale: [] as { name: string; hours: string }[],
          telephone: "+56 2 2410 6100",
          telephonePostsale: "",
          whatsappNew: "",
          whatsappUsed: "",
        },
      ],
    },
  ],
});
