import type { ReactNode } from "react";
import type { Page } from "../../schemas/engine/evaluate.ts";
import classes from "./details.module.css";
import { whatsappLink } from "./phone-links.ts";
import { SiteLink } from "./SiteLink.tsx";
import { useWords } from "./words.ts";

/** How a brand is reached, as far as it says so: hours, telephone, chat, mail, address. A chat begins with the page that one comes from. */
export function ContactDetails({ page: { brand, screen } }: { page: Pick<Page, "brand" | "screen"> }) {
  const { text, fill } = useWords();
  const { site, name } = brand;
  const about = screen.breadcrumbs.at(-1)?.label ?? name;
  const { hours, phone, whatsapp, email, address } = site;
  return (
    <dl className={classes["details"]} data-contact="">
      {hours.length > 0 && (
        <Detail name="hours" term={text("site.hours")}>
          {hours.map((one) => (
            <span key={one.days} className={classes["line"]}>
              {one.days}: {one.hours}
            </span>
          ))}
        </Detail>
      )}
      {phone && (
        <Detail name="phone" term={text("site.phone")}>
          <SiteLink to={phone.to}>{phone.label}</SiteLink>
        </Detail>
      )}
      {whatsapp && (
        <Detail name="whatsapp" term={text("site.whatsapp")}>
          <SiteLink to={whatsappLink(whatsapp, fill("site.whatsappAbout", { page: about }))}>
            {whatsapp}
          </SiteLink>
        </Detail>
      )}
      {email && (
        <Detail name="email" term={text("site.email")}>
          <SiteLink to={email.to}>{email.label}</SiteLink>
        </Detail>
      )}
      {address && (
        <Detail name="address" term={text("site.address")}>
          <span className={classes["line"]}>{address.text}</span>
          {address.map !== undefined && <SiteLink to={address.map}>{text("site.map")}</SiteLink>}
        </Detail>
      )}
    </dl>
  );
}

function Detail({ name, term, children }: { name: string; term: string; children: ReactNode }) {
  return (
    <div className={classes["detail"]} data-name={name}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
