import { WordsView } from "../controls/WordsView.tsx";
import { Illustration } from "../illustrations/Illustration.tsx";
import { moduleNamed } from "../views/registry.ts";
import blocks from "./blocks.module.css";
import { Deferred } from "./Deferred.tsx";
import { FirstPicture } from "./FirstPicture.tsx";
import hero from "./hero.module.css";
import { textSlot, wordsSlot, type BlockProps } from "./types.ts";

/** A title, and a search whose results are another page. */
export function Search({ block, page }: BlockProps) {
  const [title = "", body] = [wordsSlot(block, "title"), wordsSlot(block, "body")];
  const illustration = textSlot(block, "illustration");
  // Content may leave it out.
  const picture = textSlot(block, "picture") || undefined;
  return (
    <section className={hero["hero"]} data-search>
      <div className={hero["inner"]}>
        <div className={hero["words"]}>
          <h1 className={hero["title"]} tabIndex={-1}>
            <WordsView words={title} inline />
          </h1>
          {body !== undefined && <WordsView words={body} />}
        </div>
        {picture !== undefined && <FirstPicture address={picture} className={hero["drawing"]} />}
        {picture === undefined && illustration !== undefined && (
          <Illustration
            name={illustration}
            theme={page.brand.theme}
            className={`${blocks["onHero"]} ${hero["drawing"]}`}
          />
        )}
        <div className={hero["search"]}>
          <Deferred of={Form} block={block} page={page} />
        </div>
      </div>
    </section>
  );
}

function Form(props: BlockProps) {
  const { SearchForm } = moduleNamed("searchForm")!;
  return <SearchForm {...props} />;
}
