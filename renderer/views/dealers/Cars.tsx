import type { ViewProps } from "../../page/view-props.ts";
import { CarCard } from "./CarCard.tsx";
import type { CarRow } from "./car.ts";
import classes from "./cars.module.css";

/** Pictures that are in view when the page comes, on a phone and on a desktop. */
const eager = 4;

/** The cards' own shape, while they are awaited. */
export function Skeletons({ count }: { count: number }) {
  return (
    <ul className={classes["cards"]}>
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className={classes["awaited"]} />
      ))}
    </ul>
  );
}

/** Cars as cards. */
export default function Cars({ value, own, buttonsOf }: ViewProps) {
  const cars = value as CarRow[];
  return (
    <ul className={classes["cards"]}>
      {cars.map((car, index) => (
        <CarCard key={car.id} car={car} own={own} isFirst={index < eager} buttonsOf={buttonsOf} />
      ))}
    </ul>
  );
}
