import { isOwnPath } from "../../../schemas/engine/evaluate.ts";
import { useRef, useState, type ReactNode, type RefObject } from "react";
import type { ViewProps } from "../../page/view-props.ts";
import { type BlockAction, useBlockActions } from "../../page/block-actions.ts";
import type { WordsReader } from "../../page/words.ts";
import { withParameters } from "../../page/links.ts";
import { ButtonLink } from "../../controls/Button.tsx";
import { Gallery } from "../gallery/Gallery.tsx";
import type { GalleryPicture } from "../gallery/types.ts";
import { CarBar, QuickLinks } from "./CarBar.tsx";
import { CarColours } from "./CarColours.tsx";
import { CarHeadline } from "./CarHeadline.tsx";
import { CarPriceList } from "./CarPriceList.tsx";
import { CarShare } from "./CarShare.tsx";
import { CarVersions } from "./CarVersions.tsx";
import { UnavailableNotice } from "./UnavailableNotice.tsx";
import type { CarDetailRow } from "./car.ts";
import { whatsappLink } from "../../page/phone-links.ts";
import classes from "./car-detail.module.css";

/** One car: its pictures, what it is, what it costs, and what can be done about it. */
export default function CarDetail({ value, block, own, buttonsOf }: ViewProps) {
  const car = value as CarDetailRow;
  // Of another version everything is chosen anew, but nothing is drawn anew.
  const [chosen, setChosen] = useState<{ car: number; colour: number }>();
  const pressed = chosen?.car === car.id ? chosen.colour : undefined;
  const colour = pressed ?? 0;
  const pictures = picturesOf(car, colour, own);
  const todo = useRef<HTMLDivElement>(null);
  const { links, actions: written } = sorted(useBlockActions(block));
  // The colour that was pressed goes along, so that nobody is asked for it again: the first one is nobody's choice.
  const unit = pressed === undefined ? undefined : car.carColor?.[pressed]?.slug;
  const actions = written.map((one) =>
    unit === undefined ? one : { ...one, to: withParameters(one.to, [["unidad", unit]]) },
  );
  // A special sale of something new is of few units that are gone soon.
  const isKept = !(car.hasDps === true && car.isNew);
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
        <UnavailableNotice own={own} />
        <CarHeadline car={car} own={own} buttons={isKept && buttonsOf?.(car, car.name)} />
        <CarColours
          car={car}
          own={own}
          chosen={colour}
          onChoose={(next) => setChosen({ car: car.id, colour: next })}
        />
        <CarVersions car={car} own={own} />
        <CarPriceList car={car} own={own} />
        <Actions car={car} actions={actions} own={own} box={todo} />
        <QuickLinks links={links} label={own.text("quickLinks")} />
        <CarShare key={car.id} name={car.name} own={own} />
        <p className={classes["legal"]}>
          {car.imageIsReferential === true && `${own.text("referential")} `}
          {own.text(legalOf(car))}
        </p>
      </div>
      <CarBar car={car} own={own} of={todo} main={actions[0]} links={links} />
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

const legalOf = ({ isNew, hasDps }: CarDetailRow): string => {
  if (hasDps === true) return "legalSpecial";
  return isNew ? "legalNew" : "legalUsed";
};

/** Quick ones, to places of the page, to files and to other sites, and what leads on. */
function sorted(all: BlockAction[]): Record<"links" | "actions", BlockAction[]> {
  const isQuick = ({ to, isFile }: BlockAction): boolean => isFile || !isOwnPath(to);
  return { links: all.filter(isQuick), actions: all.filter((one) => !isQuick(one)) };
}

interface ActionsProps {
  car: CarDetailRow;
  actions: BlockAction[];
  own: WordsReader;
  box: RefObject<HTMLDivElement | null>;
}

/** What the page is about comes first; then the chat with who sells it. */
function Actions({ car, actions, own, box }: ActionsProps): ReactNode {
  const { isNew, hasDps, branchOffice, branches = [], dpsCarBranchOffice = [] } = car;
  const office = (hasDps === true ? dpsCarBranchOffice[0] : undefined) ?? branchOffice ?? branches[0];
  const number = (isNew ? office?.whatsappNew : office?.whatsappUsed) ?? office?.whatsapp ?? "";
  const message = own.fill("message", { name: car.name, version: car.detailModel, id: String(car.id) });
  return (
    <div className={classes["actions"]} ref={box}>
      {actions.map(({ label, to }, index) => (
        <ButtonLink key={label} to={to} size="lg" variant={index === 0 ? "filled" : "outline"}>
          {label}
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
