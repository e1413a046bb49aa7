import type { ReactNode } from "react";
import type { WordsReader } from "../../page/words.ts";
import { useFlowPage } from "../../run/page-context.ts";
import { visuallyHidden } from "../../controls/classes.ts";
import { countText, type CarDetailRow } from "./car.ts";
import classes from "./car-detail.module.css";

interface CarHeadlineProps {
  car: CarDetailRow;
  own: WordsReader;
  /** What puts it into saved lists. */
  buttons: ReactNode;
}

/** What a car is, and what speaks for it. */
export function CarHeadline({ car, own, buttons }: CarHeadlineProps) {
  const { locale } = useFlowPage().brand;
  const { name, detailModel, tags = [] } = car;
  const facts = factsOf(car, own, locale);
  const highlights = highlightsOf(car, own);
  const percent = car.dpsPercent ?? car.pageDiscount ?? 0;
  return (
    <div className={classes["headline"]}>
      {(tags.length > 0 || percent > 0 || car.isNewlyArrived === true) && (
        <p className={classes["tags"]}>
          {percent > 0 && (
            <span className={classes["discount"]}>
              <span aria-hidden="true">{own.fill("discount", { percent: String(percent) })}</span>
              <span className={visuallyHidden}>
                {own.fill("discountSpoken", { percent: String(percent) })}
              </span>
            </span>
          )}
          {tags.map(({ label, color, textColor }) => (
            <span key={label} style={{ background: color, color: textColor }}>
              {label}
            </span>
          ))}
          {car.isNewlyArrived === true && (
            <span className={classes["arrived"]}>{own.text("newlyArrived")}</span>
          )}
        </p>
      )}
      <h1 tabIndex={-1}>{name}</h1>
      <p className={classes["version"]}>{detailModel}</p>
      {facts.length > 0 && (
        <ul className={classes["facts"]} aria-label={own.text("facts")}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {highlights.length > 0 && (
        <ul className={classes["highlights"]} aria-label={own.text("highlights")}>
          {highlights.map((highlight) => (
            <li key={highlight}>{highlight}</li>
          ))}
        </ul>
      )}
      {Boolean(buttons) && <div className={classes["saves"]}>{buttons}</div>}
    </div>
  );
}

/** Names of features that are said at once. */
const said: ReadonlySet<string> = new Set(["transmission", "fuel", "traction"]);

function factsOf({ year, mileage, isNew, features = [] }: CarDetailRow, own: WordsReader, locale: string) {
  const driven =
    mileage === undefined || isNew ? [] : [own.fill("mileage", { count: countText(mileage, locale) })];
  const others = features.filter(({ name }) => said.has(name)).map(({ label }) => label);
  return [...new Set([...(year === undefined ? [] : [String(year)]), ...driven, ...others])];
}

const highlightsOf = (car: CarDetailRow, own: WordsReader): string[] => [
  ...(car.isLowMileage === true ? [own.text("lowMileage")] : []),
  ...(car.hasOneOwner === true ? [own.text("oneOwner")] : []),
  ...(car.hasTwoKeys === true ? [own.text("twoKeys")] : []),
];
