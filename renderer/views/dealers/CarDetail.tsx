import { useState } from "react";
import type { CompiledBlock, Words } from "../../../schemas/engine/evaluate.ts";
import type { ViewProps } from "../../page/view-props.ts";
import type { WordsReader } from "../../page/words.ts";
import { ButtonLink } from "../../controls/Button.tsx";
import { Gallery } from "../gallery/Gallery.tsx";
import type { GalleryPicture } from "../gallery/types.ts";
import { CarColours } from "./CarColours.tsx";
import { CarHeadline } from "./CarHeadline.tsx";
import { CarPriceList } from "./CarPriceList.tsx";
import { CarVersions } from "./CarVersions.tsx";
import type { CarDetailRow } from "./car.ts";
import { plainWords } from "../../../schemas/engine/evaluate.ts";
import { whatsappLink } from "./phone-links.ts";
import classes from "./car-detail.module.css";

/** One car: its pictures, what it is, what it costs, and what can be done about it. */
export default function CarDetail({ value, block, own }: ViewProps) {
  const car = value as CarDetailRow;
  // Of another version everything is chosen anew, but nothing is drawn anew.
  const [chosen, setChosen] = useState({ car: car.id, colour: 0 });
  const colour = chosen.car === car.id ? chosen.colour : 0;
  const pictures = picturesOf(car, colour, own);
  return (
    <article className={classes["detail"]}>
      <div className={classes["seen"]}>
        {pictures.length > 0 && (
          <Gallery
            key={pictures[0]!.large}
            pictures={pictures}
            frames={colour === 0 ? car.spinFrames : undefined}
            video={car.video}
            name={car.name}
            own={own}
          />
        )}
      </div>
      <div className={classes["panel"]}>
        <CarHeadline car={car} own={own} />
        <CarColours
          car={car}
          own={own}
          chosen={colour}
          onChoose={(next) => setChosen({ car: car.id, colour: next })}
        />
        <CarVersions car={car} own={own} />
        <CarPriceList car={car} own={own} />
        <Actions car={car} block={block} own={own} />
      </div>
    </article>
  );
}

/** The pictures of a car in one of its colours: of the first, all that there are. */
function picturesOf(car: CarDetailRow, colour: number, own: WordsReader): GalleryPicture[] {
  const { name, pictures = [], image, largeImage, carColor = [] } = car;
  const other = colour > 0 ? carColor[colour] : undefined;
  if (other?.small !== undefined && other.large !== undefined) {
    const alt = own.fill("pictureIn", { name, colour: other.value });
    return [{ small: other.small, large: other.large, alt }];
  }
  if (pictures.length > 0) {
    const count = String(pictures.length);
    return pictures.map((picture, index) => ({
      ...picture,
      alt:
        pictures.length === 1
          ? own.fill("picture", { name })
          : own.fill("pictureOf", { name, number: String(index + 1), count }),
    }));
  }
  if (image === undefined) return [];
  return [{ small: image, large: largeImage ?? image, alt: own.fill("picture", { name }) }];
}

interface Action {
  label: Words;
  to: string;
}

/** What the page is about comes first; then the chat with who sells it. */
function Actions({ car, block, own }: { car: CarDetailRow; block: CompiledBlock; own: WordsReader }) {
  const actions = (block["actions"] ?? []) as Action[];
  const { isNew, branchOffice, branches = [] } = car;
  const office = branchOffice ?? branches[0];
  const number = (isNew ? office?.whatsappNew : office?.whatsappUsed) ?? office?.whatsapp ?? "";
  const message = own.fill("message", { name: car.name, version: car.detailModel, id: String(car.id) });
  return (
    <div className={classes["actions"]}>
      {actions.map(({ label, to }, index) => (
        <ButtonLink key={to} to={to} size="lg" variant={index === 0 ? "filled" : "outline"}>
          {plainWords(label)}
        </ButtonLink>
      ))}
      {number !== "" && (
        <ButtonLink
          to={whatsappLink(number, message)}
          size="lg"
          variant={actions.length === 0 ? "filled" : "outline"}
        >
          {own.text("whatsapp")}
        </ButtonLink>
      )}
    </div>
  );
}
