import type { ViewProps } from "../../page/view-props.ts";
import { useFlowPage } from "../../run/page-context.ts";
import { countText } from "./car.ts";
import classes from "./car-cards.module.css";

interface SeenCar {
  isNew?: boolean;
  year?: number;
  mileage?: number;
  transmission?: string;
  fuel?: string;
  traction?: string;
  category?: string;
  numberOfOwners?: number;
  numberOfKeys?: number;
}

/** What somebody asks first about a car, a card for each answer that is there. */
export default function CarCards({ value, own }: ViewProps) {
  const { locale } = useFlowPage().brand;
  const car = value as SeenCar;
  const count = (number: number | undefined): string | undefined =>
    car.isNew === true || number === undefined ? undefined : countText(number, locale);
  const driven = count(car.mileage);
  const cards: [name: string, text: string | undefined][] = [
    ["year", car.year?.toString()],
    ["mileage", driven === undefined ? undefined : own.fill("kilometres", { count: driven })],
    ["category", car.category],
    ["transmission", car.transmission],
    ["fuel", car.fuel],
    ["traction", car.traction],
    ["owners", count(car.numberOfOwners)],
    ["keys", count(car.numberOfKeys)],
  ];
  return (
    <dl className={classes["cards"]}>
      {cards.map(
        ([name, text]) =>
          text !== undefined && (
            <div key={name}>
              <dt>{own.text(name)}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
