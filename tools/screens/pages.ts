/** Which pages are taken, and which pictures the README shows. */
import type { BrandCode } from "../../tests/support/brands.ts";

/** The only pictures that are kept in the repository. The README shows them in this order. */
export const kept = [
  "si-home-desktop.jpg",
  "wi-home-desktop.jpg",
  "si-car-desktop.jpg",
  "wi-vehicles-desktop.jpg",
  "sm-home-phone.jpg",
  "co-form-phone.jpg",
  "si-appraisal-car-phone.jpg",
  "wi-appraisal-price-phone.jpg",
  "si-booking-time-phone.jpg",
  "si-reservation-phone.jpg",
  "wi-declaration-phone.jpg",
  "si-branches-desktop.jpg",
];
export const names = {
  home: "Inicio",
  form: "Formulario de contacto",
  problems: "Problemas al enviar",
  confirmation: "Confirmación",
  failure: "Página de falla",
  "not-found": "Página que no existe",
  "server-error": "Página de error",
};

/** Pages as they are when they are come to, in one brand of each country, or in those that have them. */
export const pages: {
  name: string;
  title: string;
  path: string | Partial<Record<BrandCode, string>>;
  brands: BrandCode[];
}[] = [
  { name: "vehicles", title: "Vehículos", path: "/vehiculos", brands: ["SI", "WI"] },
  {
    name: "car",
    title: "Un auto",
    path: {
      SI: "/marcas/chevrolet/nuevo/chevrolet-groove-1000004",
      WI: "/marcas/hyundai/nuevo/hyundai-creta-30000009",
    },
    brands: ["SI", "WI"],
  },
  {
    name: "credit",
    title: "El crédito de un auto",
    path: { SI: "/financiamiento/1000004", WI: "/financiamiento/30000009" },
    brands: ["SI", "WI"],
  },
  {
    name: "reservation",
    title: "Reservar un auto",
    path: { SI: "/reservation-payment/1000004", WI: "/reservation-payment/30000009" },
    brands: ["SI", "WI"],
  },
  { name: "financing", title: "Simular un crédito", path: "/simula-tu-financiamiento", brands: ["SI"] },
  { name: "sign-in", title: "Ingresar", path: "/ingresar", brands: ["SI", "WI"] },
  { name: "leasing", title: "Financiamiento, seguros y leasing", path: "/leasing", brands: ["SI", "WI"] },
  { name: "test-drive", title: "Test drive", path: "/test-drive", brands: ["SI", "WI"] },
  { name: "fleet", title: "Flotas", path: "/flotas", brands: ["SI", "WI"] },
  { name: "kinto", title: "Suscripción", path: "/kinto", brands: ["SI"] },
  { name: "marketing", title: "Formulario de marketing", path: "/formularios/verano", brands: ["SI", "WI"] },
  { name: "json-schema", title: "JSON Schema tal cual", path: "/formularios/ejemplo", brands: ["SI"] },
  { name: "complaints", title: "Libro de Reclamaciones", path: "/libro-de-reclamaciones", brands: ["WI"] },
  { name: "declaration", title: "Declaración jurada", path: "/plaft", brands: ["WI"] },
  { name: "branches", title: "Sucursales", path: "/sucursales", brands: ["SI", "WI"] },
  { name: "terms", title: "Términos y condiciones", path: "/terminos-y-condiciones", brands: ["SI", "WI"] },
];

export const pagesOf = (brand: BrandCode) => pages.filter(({ brands }) => brands.includes(brand));
