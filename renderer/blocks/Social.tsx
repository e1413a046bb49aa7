import { plainWords } from "../../schemas/engine/evaluate.ts";
import { OtherFrame } from "../controls/OtherFrame.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import section from "./section.module.css";
import classes from "./social.module.css";
import { wordsSlot, type BlockProps } from "./types.ts";

/** What a brand shows in a social network, as that shows it: nothing where the installation has no address of it. */
export default function Social({ block, page }: BlockProps) {
  if (!page.social) return null;
  return (
    <section className={section["section"]}>
      <SectionTitle block={block} />
      <div className={classes["frame"]}>
        <OtherFrame
          purpose="embeds"
          url={page.social.url}
          title={plainWords(wordsSlot(block, "title") ?? "")}
        />
      </div>
    </section>
  );
}
