import type { CSSProperties } from "react";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { OtherFrame } from "../controls/OtherFrame.tsx";
import classes from "./frame.module.css";
import { SectionTitle } from "./SectionTitle.tsx";
import { ExampleMark } from "./ExampleMark.tsx";
import { itemsSlot, textSlot, wordsSlot, type BlockHolder, type BlockProps } from "./types.ts";

/** Pages of other sites, of those that the block lets in and of no others. */
export default function Frame({ block, page }: BlockProps) {
  const sites = block["sites"] as string[];
  const shown = itemsSlot(block).filter((item) =>
    sites.includes(new URL(textSlot(item, "address") ?? "").origin),
  );
  if (shown.length === 0) return null;
  const Title = block["title"] === undefined ? "h2" : "h3";
  return (
    <section className={classes["section"]}>
      {block["title"] !== undefined && (
        <SectionTitle block={block} isFirst={page.screen.blocks[0] === block} />
      )}
      {shown.map((item) => (
        <div key={textSlot(item, "address")}>
          <ExampleMark of={item} />
          <Title className={classes["name"]}>
            <WordsView words={wordsSlot(item, "title") ?? ""} inline />
          </Title>
          <div className={classes["frame"]} style={heightsOf(item)}>
            <OtherFrame
              purpose="embeds"
              url={textSlot(item, "address")!}
              title={plainWords(wordsSlot(item, "title") ?? "")}
            />
          </div>
        </div>
      ))}
    </section>
  );
}

/** How high it is on each kind of screen; one that says none is as high as the smaller one. */
function heightsOf(item: BlockHolder): CSSProperties {
  const phone = Number(item["phone"] ?? 600);
  const tablet = Number(item["tablet"] ?? phone);
  const desktop = Number(item["desktop"] ?? tablet);
  return { "--phone": `${phone}px`, "--tablet": `${tablet}px`, "--desktop": `${desktop}px` } as CSSProperties;
}
