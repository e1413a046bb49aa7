import type { CompiledBlock } from "../../../schemas/engine/evaluate.ts";
import type { ViewProps } from "../../page/view-props.ts";
import { useFlowPage } from "../../run/page-context.ts";
import { CarCard } from "./CarCard.tsx";
import type { CarRow } from "./car.ts";
import classes from "./cars.module.css";

/** Pictures that are in view when the page comes, on a phone and on a desktop, where no other picture stands before them. */
const eager = 4;

const showsPictures = (block: CompiledBlock): boolean =>
  block.view !== undefined || Boolean(block["picture"]);

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
export default function Cars({ value, block, own, buttonsOf }: ViewProps) {
  const cars = value as CarRow[];
  const isAtTop = useFlowPage().screen.blocks.find(showsPictures) === block;
  return (
    <ul className={classes["cards"]} data-layout={cars[0]?.cardLayout}>
      {cars.map((car, index) => (
        <CarCard
          key={car.id}
          car={car}
          own={own}
          // The one that a phone shows waits for no other.
          picture={!isAtTop || index >= eager ? "lazy" : index === 0 ? "first" : "eager"}
          buttonsOf={buttonsOf}
        />
      ))}
    </ul>
  );
}
