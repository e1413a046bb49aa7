import { visuallyHidden } from "../../controls/classes.ts";
import type { ViewProps } from "../../page/view-props.ts";
import { useWords, type WordsReader } from "../../page/words.ts";
import type { CarDetailRow, CarOffice } from "./car.ts";
import { callLink, whatsappLink } from "../../page/phone-links.ts";
import classes from "./car-offices.module.css";

type VisitedCar = Pick<CarDetailRow, "id" | "name" | "detailModel" | "isNew"> & {
  officesToVisit?: (CarOffice & { id: number })[];
};

/** Offices that are seen without a press. */
const seenAtOnce = 3;

/** Where a car can be seen: each office with its map, its telephone and its chat, one press away. */
export default function CarOffices({ value, own }: ViewProps) {
  const car = value as VisitedCar;
  const { officesToVisit: offices = [] } = car;
  // One that is alone behind a press takes no more room than the press.
  const first = offices.length === seenAtOnce + 1 ? offices : offices.slice(0, seenAtOnce);
  const others = offices.slice(first.length);
  return (
    <>
      <Offices offices={first} car={car} own={own} />
      {others.length > 0 && (
        <details className={classes["others"]}>
          <summary>{own.fill("others", { count: String(others.length) })}</summary>
          <Offices offices={others} car={car} own={own} />
        </details>
      )}
    </>
  );
}

interface OfficesProps {
  offices: NonNullable<VisitedCar["officesToVisit"]>;
  car: VisitedCar;
  own: WordsReader;
}

const Offices = ({ offices, car, own }: OfficesProps) => (
  <ul className={classes["offices"]}>
    {offices.map((office) => (
      <li key={office.id}>
        <h3>{office.name}</h3>
        <p>{[office.address, office.commune].filter(Boolean).join(", ")}</p>
        <Ways office={office} car={car} own={own} />
      </li>
    ))}
  </ul>
);

/** How an office is reached, as far as it says. */
function Ways({ office, car, own }: { office: CarOffice; car: VisitedCar; own: WordsReader }) {
  const { text } = useWords();
  const { name, latitude, longitude, telephone = "" } = office;
  const number = (car.isNew ? office.whatsappNew : office.whatsappUsed) ?? office.whatsapp ?? "";
  const newTab = (
    <span className={visuallyHidden}>
      : {name} ({text("newTab")})
    </span>
  );
  const message = own.fill("message", {
    name: car.name,
    version: car.detailModel,
    id: String(car.id),
    office: name,
  });
  return (
    <p className={classes["ways"]}>
      {latitude !== undefined && longitude !== undefined && (
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
          target="_blank"
          rel="noopener"
        >
          {own.text("map")}
          {newTab}
        </a>
      )}
      {telephone !== "" && (
        <a href={callLink(telephone)} aria-label={`${own.fill("call", { telephone })}: ${name}`}>
          {telephone}
        </a>
      )}
      {number !== "" && (
        <a href={whatsappLink(number, message)} target="_blank" rel="noopener">
          {own.text("whatsapp")}
          {newTab}
        </a>
      )}
    </p>
  );
}
