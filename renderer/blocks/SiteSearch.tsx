import { useId, useRef, type FormEvent } from "react";
import { useNavigate } from "react-router";
import {
  plainWords,
  rowsShown,
  searchOf,
  totalShown,
  type CompiledBlock,
  type Page,
  type Words,
} from "../../schemas/engine/evaluate.ts";
import { box } from "../controls/box.ts";
import { Button } from "../controls/Button.tsx";
import { filledText, useWords } from "../page/words.ts";
import { usePageQuery, useReadSearch, type PageQuery } from "../views/use-page-query.ts";
import section from "./section.module.css";
import { SectionTitle } from "./SectionTitle.tsx";
import classes from "./site-search.module.css";
import { linkSlot, textSlot, type BlockProps } from "./types.ts";

/** A field that searches the site: a form that is sent to the page with the results, which says how much was found of what. */
export default function SiteSearch({ block, page }: BlockProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const text = useSoughtText(block, page);
  const from = textSlot(block, "from") ?? "";
  const action = linkSlot(block, "action")!;
  // Whoever opens the page that only searches, with nothing to look for, is here to write it.
  const isFirst = text === "" && action.to === page.path;
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = input.current!.value.trim();
    if (typed === "") input.current!.focus();
    else void navigate(action.to + searchOf([[from, typed]]));
  };
  return (
    <section className={`${section["section"]} ${classes["search"]}`}>
      <SectionTitle block={block} isFirst={page.screen.blocks[0] === block} />
      <form method="get" action={action.to} role="search" onSubmit={onSubmit}>
        <label htmlFor={id}>{plainWords((block["label"] ?? "") as Words)}</label>
        <div className={classes["row"]}>
          <input
            // Another search begins with what it is for, whatever was being typed.
            key={text}
            ref={input}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={isFirst}
            data-focus-first={isFirst || undefined}
            id={id}
            type="search"
            name={from}
            defaultValue={text}
            maxLength={80}
            required
            autoComplete="off"
            enterKeyHint="search"
            className={box}
          />
          <Button type="submit" size="lg">
            {plainWords(action.label)}
          </Button>
        </div>
      </form>
      {text !== "" && <Found block={block} page={page} text={text} />}
    </section>
  );
}

/** What is looked for: of an address that there is not, the words that the server took from it. */
function useSoughtText(block: CompiledBlock, page: Page): string {
  return (
    new URLSearchParams(useReadSearch(page))
      .get(textSlot(block, "from") ?? "")
      ?.trim()
      .slice(0, 80) ?? ""
  );
}

/** How much was found of what, with the way there; or that nothing was, and what to do then. */
function Found({ block, page, text }: BlockProps & { text: string }) {
  const { text: common } = useWords();
  const views = page.screen.blocks.filter(({ block: name }) => name === "view");
  // The blocks of a screen are always the same.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  const found = views.map((view) => ({ view, query: usePageQuery(page, String(view["data"])) }));
  const counted = found.map(({ view, query }) => ({ view, count: countOf(view, query) }));
  const some = counted.filter(({ count }) => count > 0);
  const failed = found.filter(({ query }) => query.status === "failed");
  const isLoading = found.some(({ query }) => query.status === "loading");
  const says = block["says"] as Record<string, Words>;
  const said = (slot: string): string => filledText(says[slot] ?? "", { text });
  const isNothing = !isLoading && some.length === 0 && failed.length === 0;
  return (
    <div className={classes["found"]}>
      <div role="status">
        {isLoading && some.length === 0 && <p>{common("view.loading")}</p>}
        {isNothing && (
          <div className={classes["nothing"]}>
            <p>
              <strong>{said("empty")}</strong>
            </p>
            <p>{said("hint")}</p>
          </div>
        )}
        {some.length > 0 && (
          <ul className={classes["counts"]}>
            {some.map(({ view, count }) => (
              <li key={String(view["data"])}>
                <a href={`#${textSlot(view, "anchor") ?? ""}`}>{countWords(view, count, page)}</a>
              </li>
            ))}
          </ul>
        )}
        {failed.length > 0 && <p>{said("failed")}</p>}
      </div>
      {failed.length > 0 && (
        <Button variant="outline" size="sm" onClick={() => failed.forEach(({ query }) => query.retry())}>
          {common("retry")}
        </Button>
      )}
    </div>
  );
}

function countOf(view: CompiledBlock, { status, value }: PageQuery): number {
  if (status === "failed" || status === "empty" || status === "idle") return 0;
  const rows = rowsShown(view, value);
  return totalShown(view, value) ?? (Array.isArray(rows) ? rows.length : 0);
}

/** As the block says it: "1 auto", "12 autos". */
function countWords(view: CompiledBlock, count: number, page: Page): string {
  const says = (view["says"] ?? {}) as Record<string, Words>;
  const words = says[count === 1 ? "one" : "many"] ?? "{count}";
  return filledText(words, { count: count.toLocaleString(page.brand.locale) });
}
