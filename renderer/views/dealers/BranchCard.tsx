import type { ReactNode } from "react";
import { useWords, type WordsReader } from "../../page/words.ts";
import { formatOf } from "../../../schemas/engine/evaluate.ts";
import { Button } from "../../controls/Button.tsx";
import { visuallyHidden } from "../../controls/classes.ts";
import { useFlowPage } from "../../run/page-context.ts";
import { callLink, whatsappLink } from "../../page/phone-links.ts";
import classes from "./branches.module.css";
import type { BranchOfficeRow, BranchHours } from "./branch-office.ts";

interface BranchCardProps {
  office: BranchOfficeRow;
  /** The view's own words. */
  own: WordsReader;
  isSelected: boolean;
  onSelect(selected: boolean): void;
  /** Shows it on the map. */
  onLocate(): void;
}

/** One branch office: where it is, and when somebody wants to know, how it is reached. */
export function BranchCard({ office, own, isSelected, onSelect, onLocate }: BranchCardProps) {
  const { text } = useWords();
  const { name, address, commune, latitude, longitude, services, centerCode } = office;
  const directions = `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
  return (
    <li className={classes["card"]} id={centerCode} data-selected={isSelected || undefined}>
      <h3 className={classes["name"]}>{name}</h3>
      <p className={classes["address"]}>
        {address}, {commune}
      </p>
      <ul className={classes["services"]} aria-label={own.text("services")}>
        {services.map((service) => (
          <li key={service}>{service}</li>
        ))}
      </ul>
      <div className={classes["ways"]}>
        <a className={classes["directions"]} href={directions} target="_blank" rel="noopener">
          {own.text("directions")}
          <span className={visuallyHidden}>
            : {name} ({text("newTab")})
          </span>
        </a>
        <Button
          variant="subtle"
          size="sm"
          className={classes["locate"]}
          aria-label={`${own.text("locate")}: ${name}`}
          onClick={onLocate}
        >
          {own.text("locate")}
        </Button>
      </div>
      <details
        className={classes["details"]}
        open={isSelected}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== isSelected) onSelect(open);
        }}
      >
        <summary>
          {own.text("more")}
          <span className={visuallyHidden}>: {name}</span>
        </summary>
        <Details office={office} own={own} />
      </details>
    </li>
  );
}

function Details({ office, own }: Pick<BranchCardProps, "office" | "own">) {
  const { text } = useWords();
  const { country } = useFlowPage().brand;
  const { prefix, clean, show } = formatOf({ operation: "phone", with: { country } });
  /** In the country's groups, where it is a number of the country. */
  const grouped = (phone: string): string =>
    prefix && phone.startsWith(prefix) ? `${prefix} ${show(clean(phone))}` : phone;
  const message = own.fill("message", { name: office.name });
  const call = (phone: string): ReactNode => phone !== "" && <a href={callLink(phone)}>{phone}</a>;
  const write = (phone: string): ReactNode =>
    phone !== "" && (
      <a href={whatsappLink(phone, message)} target="_blank" rel="noopener">
        {grouped(phone)}
        <span className={visuallyHidden}> ({text("newTab")})</span>
      </a>
    );
  const listed = (all: string[]): ReactNode => all.length > 0 && all.join(", ");
  const rows: [string, ReactNode][] = [
    ["sale", <Times key="times" times={office.scheduleSale} />],
    ["postSale", <Times key="times" times={office.schedulePostSale} />],
    ["phone", call(office.telephone)],
    ["postSalePhone", call(office.telephonePostsale)],
    ["whatsappNew", write(office.whatsappNew)],
    ["whatsappUsed", write(office.whatsappUsed)],
    ["brands", listed(office.brands)],
    ["postSaleBrands", listed(office.postSaleBrands)],
  ];
  const isGiven = ([row, value]: [string, ReactNode]): boolean => {
    if (row === "sale") return office.scheduleSale.length > 0;
    if (row === "postSale") return office.schedulePostSale.length > 0;
    return value !== false;
  };
  return (
    <dl className={classes["rows"]}>
      {rows.filter(isGiven).map(([row, value]) => (
        <div key={row}>
          <dt>{own.text(row)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Times = ({ times }: { times: BranchHours[] }): ReactNode =>
  times.map(({ name, hours }) => (
    <span key={name} className={classes["times"]}>
      {name}: {hours}
    </span>
  ));
