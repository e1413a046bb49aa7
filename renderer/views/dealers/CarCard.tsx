import type { ViewProps } from "../../page/view-props.ts";
import type { WordsReader } from "../../page/words.ts";
import { SiteLink } from "../../page/SiteLink.tsx";
import { linkCard, linkOfCard, visuallyHidden } from "../../controls/classes.ts";
import { useFlowPage } from "../../run/page-context.ts";
import { CarSpin } from "./CarSpin.tsx";
import { CarPrice } from "./CarPrice.tsx";
import { countText, type CarRow } from "./car.ts";
import classes from "./cars.module.css";

interface CarCardProps {
  car: CarRow;
  /** The view's own words. */
  own: WordsReader;
  /** When its picture is loaded: before all others, at once, or when it comes into view. */
  picture: "first" | "eager" | "lazy";
  /** What puts it into saved lists. */
  buttonsOf?: ViewProps["buttonsOf"];
}

/** One car: how it looks, what it is, what speaks for it, and what it costs. */
export function CarCard({ car, own, picture, buttonsOf }: CarCardProps) {
  const { brand, model, detailModel, sold: isSold = false, tags = [] } = car;
  const { locale } = useFlowPage().brand;
  const name = own.fill("name", { brand, model });
  // A sold one has no address to be reserved at.
  const ways = Object.entries({
    reserveLink: car.reserveAddress,
    quoteLink: isSold ? undefined : car.quoteAddress,
  }).flatMap(([words, to]) => (to === undefined ? [] : [{ words, to }]));
  return (
    <li className={`${linkCard} ${classes["card"]}`} data-sold={isSold || undefined}>
      <div className={classes["stage"]}>
        {car.image !== undefined && (
          <img
            className={classes["picture"]}
            src={car.image}
            {...(car.largeImage === undefined
              ? {}
              : {
                  srcSet: `${car.image} 475w, ${car.largeImage} 960w`,
                  sizes: "(min-width: 48rem) 19rem, 92vw",
                })}
            alt={own.fill("picture", { name })}
            width="475"
            height="238"
            loading={picture === "lazy" ? "lazy" : "eager"}
            fetchPriority={picture === "first" ? "high" : "auto"}
            decoding="async"
          />
        )}
        <Corner car={car} own={own} />
        {!isSold && <CarSpin car={car} own={own} name={name} />}
      </div>
      <div className={classes["words"]}>
        <div>
          <h3>{name}</h3>
          <p className={classes["version"]}>{detailModel}</p>
          <Listed name="facts" of={factsOf(car, own, locale)} own={own} />
          <Listed name="highlights" of={highlightsOf(car, own)} own={own} />
          {!isSold && tags.length > 0 && (
            <p className={classes["tags"]}>
              {tags.map(({ label, color, textColor }) => (
                <span key={label} style={{ background: color, color: textColor }}>
                  {label}
                </span>
              ))}
            </p>
          )}
        </div>
        {isSold ? (
          <p className={classes["gone"]}>{own.text("soldHint")}</p>
        ) : (
          <CarPrice car={car} own={own} />
        )}
        {car.address !== undefined && (
          <SiteLink
            to={car.address}
            className={`${linkOfCard} ${classes["more"]}`}
            aria-label={own.fill("moreOf", { name, version: detailModel })}
          >
            <span>{own.text("more")}</span>
          </SiteLink>
        )}
        <div className={classes["saves"]}>
          {ways.map(({ words, to }) => (
            <SiteLink
              key={words}
              to={to}
              className={classes["wayLink"]}
              aria-label={own.fill(`${words}Of`, { name, version: detailModel })}
            >
              {own.text(words)}
            </SiteLink>
          ))}
          {buttonsOf?.(car, name)}
        </div>
      </div>
    </li>
  );
}

/** What stands on the picture: how much less it costs, or that it is new here. */
function Corner({ car, own }: Pick<CarCardProps, "car" | "own">) {
  const { discount, dpsPercent, isNewlyArrived, sold: isSold } = car;
  if (isSold) {
    return (
      <p className={classes["corner"]}>
        <span className={classes["sold"]}>{own.text("sold")}</span>
      </p>
    );
  }
  const percent = dpsPercent ?? discount;
  return (
    <p className={classes["corner"]}>
      {percent !== undefined && percent > 0 && (
        <span className={classes["discount"]}>
          <span aria-hidden="true">{own.fill("discount", { percent: String(percent) })}</span>
          <span className={visuallyHidden}>{own.fill("discountSpoken", { percent: String(percent) })}</span>
        </span>
      )}
      {isNewlyArrived === true && <span className={classes["arrived"]}>{own.text("newlyArrived")}</span>}
    </p>
  );
}

function factsOf(
  { year, mileage, transmission, fuel, isNew }: CarRow,
  own: WordsReader,
  locale: string,
): string[] {
  const driven =
    mileage === undefined || isNew ? undefined : own.fill("mileage", { count: countText(mileage, locale) });
  return [year === undefined ? undefined : String(year), driven, transmission, fuel].filter(
    (fact) => fact !== undefined && fact !== "",
  ) as string[];
}

const highlightsOf = (car: CarRow, own: WordsReader): string[] =>
  [
    car.isLowMileage === true ? own.text("lowMileage") : "",
    car.hasOneOwner === true ? own.text("oneOwner") : "",
    car.hasTwoKeys === true ? own.text("twoKeys") : "",
  ].filter((one) => one !== "");

function Listed({ name, of, own }: { name: "facts" | "highlights"; of: string[]; own: WordsReader }) {
  if (of.length === 0) return null;
  return (
    <ul className={classes[name]} aria-label={own.text(name)}>
      {of.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}
