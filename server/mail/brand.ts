import type { BrandTheme, Revision } from "../../schemas/engine/serve.ts";
import type { MailBrand } from "./content.ts";

const looks = new WeakMap<Revision, MailBrand>();

/** What a brand's mails look like, and what stands at their end. */
export function mailBrand(revision: Revision): MailBrand {
  const look = looks.get(revision) ?? lookOf(revision);
  looks.set(revision, look);
  return look;
}

function lookOf({ public: { brand }, private: { facts } }: Revision): MailBrand {
  const { theme, site } = brand;
  const { phone, email, address, legal, hours } = site;
  const { legalName } = facts;
  return {
    name: brand.name,
    code: brand.brand,
    colour: theme.colours.primary,
    ink: theme.colours.ink,
    surface: theme.colours.surface,
    font: nameOf(theme.font),
    footer: [
      ...(address
        ? [{ text: address.text, ...(address.map === undefined ? {} : { href: address.map }) }]
        : []),
      ...(phone ? [{ text: phone.label, href: phone.to }] : []),
      ...(email ? [{ text: email.label, href: email.to }] : []),
      ...(hours.length > 0 ? [{ text: hours.map((one) => `${one.days}: ${one.hours}`).join(" · ") }] : []),
      ...(typeof legalName === "string" && legalName !== brand.name ? [{ text: legalName }] : []),
      ...(legal === undefined ? [] : [{ text: legal }]),
    ],
  };
}

/** A family by the name that themes use: `nunito-sans` is Nunito Sans. */
const nameOf = (font: BrandTheme["font"]): string =>
  (typeof font === "object" ? font.name : font)
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
