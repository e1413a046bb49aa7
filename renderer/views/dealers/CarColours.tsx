import type { WordsReader } from "../../page/words.ts";
import type { CarDetailRow } from "./car.ts";
import classes from "./car-detail.module.css";

interface CarColoursProps {
  car: CarDetailRow;
  own: WordsReader;
  chosen: number;
  onChoose(index: number): void;
}

/** The colours that a car can be had in, where there are pictures of them: the one that is pressed is seen. */
export function CarColours({ car, own, chosen, onChoose }: CarColoursProps) {
  const colours = car.carColor ?? [];
  const areSeen = colours.length > 1 && colours.some(({ large }) => large !== undefined);
  if (!areSeen) return null;
  return (
    <fieldset className={classes["colours"]} id="color-slider">
      <legend>
        {own.text("colour")}: <strong>{colours[chosen]?.value}</strong>
      </legend>
      <div>
        {colours.map(({ value, swatch }, index) => (
          <label key={value}>
            <input
              type="radio"
              name="colour"
              checked={index === chosen}
              aria-label={value}
              onChange={() => onChoose(index)}
            />
            <span style={{ background: swatch }} />
          </label>
        ))}
      </div>
      <p role="status">{colours[chosen]?.large === undefined ? own.text("noPicture") : ""}</p>
    </fieldset>
  );
}
