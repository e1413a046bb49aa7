import type { CSSProperties } from "react";
import { plainWords, type Words } from "../../schemas/engine/evaluate.ts";
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
  const isFirst = page.screen.blocks[0] === block;
  const isUntitled = wordsSlot(block, "title") === undefined;
  return (
    <section className={classes["section"]}>
      {!isUntitled && <SectionTitle block={block} isFirst={isFirst} />}
      {shown.map((item, index) => (
        <div key={textSlot(item, "address")}>
          <ExampleMark of={item} />
          <Name
            words={wordsSlot(item, "title") ?? ""}
            level={isFirst && isUntitled && index === 0 ? 1 : isFirst || isUntitled ? 2 : 3}
          />
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

/** What a page is called; where nothing stands before it, it names the page that shows it. */
function Name({ words, level }: { words: Words; level: 1 | 2 | 3 }) {
  const Title = `h${level}` as const;
  return (
    <Title className={classes["name"]} tabIndex={level === 1 ? -1 : undefined}>
      <WordsView words={words} inline />
    </Title>
  );
}

/** How high it is on each kind of screen; one that says none is as high as the smaller one. */
function heightsOf(item: BlockHolder): CSSProperties {
  const phone = Number(item["phone"] ?? 600);
  const tablet = Number(item["tablet"] ?? phone);
  const desktop = Number(item["desktop"] ?? tablet);
  return { "--phone": `${phone}px`, "--tablet": `${tablet}px`, "--desktop": `${desktop}px` } as CSSProperties;
}
