import type { Page } from "../../schemas/engine/evaluate.ts";
import { Illustration } from "../illustrations/Illustration.tsx";
import blocks from "./blocks.module.css";
import { widthsOf } from "./media-widths.ts";
import { textSlot, type BlockHolder } from "./types.ts";

interface DrawnProps {
  item: BlockHolder;
  page: Page;
  className: string | undefined;
}

/** The picture of an item, or else its drawing: what it says is in the words beside it. */
export function Drawn({ item, page, className }: DrawnProps) {
  const [picture, illustration] = [textSlot(item, "picture"), textSlot(item, "illustration")];
  if (picture)
    return (
      <img
        src={picture}
        srcSet={widthsOf(picture)}
        sizes="(min-width: 48rem) 24rem, 92vw"
        alt=""
        width="960"
        height="480"
        loading="lazy"
        decoding="async"
        data-picture
        className={className}
      />
    );
  if (illustration === undefined) return null;
  return (
    <Illustration
      name={illustration}
      theme={page.brand.theme}
      className={`${blocks["drawn"]} ${className ?? ""}`}
    />
  );
}
