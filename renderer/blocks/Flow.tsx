import { Suspense } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import { plainWords, type Page } from "../../schemas/engine/evaluate.ts";
import { ButtonLink } from "../controls/Button.tsx";
import { useHydrated } from "../page/device.ts";
import classes from "./blocks.module.css";
import { textSlot, wordsSlot, type BlockHolder, type BlockProps } from "./types.ts";

/** Until it is here, links lead to the flow's own page, as they do without a script. */
const FlowDialog = lazyPart(() => import("./FlowDialog.tsx"));

const numbers = new WeakMap<Page, number>();
let last = 0;

/** A number of its own for each page that was fetched: another one has another run, even at the same address. */
function numberOf(page: Page): number {
  const number = numbers.get(page) ?? ++last;
  numbers.set(page, number);
  return number;
}

/** A flow on the page that it is mounted on, or what was sent with it; or over another page, in a dialog. */
export const Flow = (props: BlockProps) =>
  props.block["dialog"] === undefined ? <FlowOnPage {...props} /> : <FlowOverPage {...props} />;

/** What opens it is a link to the flow's own page. What is shown in its place takes that of the link. */
function FlowOverPage({ block }: BlockProps) {
  const dialog = block["dialog"] as BlockHolder;
  const [to, open] = [textSlot(dialog, "to") ?? "/", wordsSlot(dialog, "open")];
  const anchor = textSlot(dialog, "anchor") ?? "";
  const isInline = dialog["inline"] === true;
  const isHydrated = useHydrated();
  const link = open !== undefined && (
    <div className={classes["column"]}>
      <ButtonLink to={to} size="lg">
        {plainWords(open)}
      </ButtonLink>
    </div>
  );
  const flow = isHydrated && (
    <Suspense fallback={isInline && link}>
      <FlowDialog flow={textSlot(block, "flow") ?? ""} to={to} anchor={anchor} inline={isInline} />
    </Suspense>
  );
  // Its place is there from the beginning: an address can name it, and nothing after it moves when it is filled.
  return isInline ? (
    <section id={anchor} className={classes["inPlace"]} data-page-in-place>
      {flow || link}
    </section>
  ) : (
    <>
      {link}
      {flow}
    </>
  );
}

/** Its code comes along with its definition. */
function FlowOnPage({ block, page, resources, typed }: BlockProps) {
  if (!resources || resources.flow.flow !== block["flow"]) {
    throw new Error(`the page was drawn without its flow "${String(block["flow"])}"`);
  }
  const { View } = resources;
  return (
    <div className={classes["column"]}>
      <View key={numberOf(page)} page={page} resources={resources} typed={typed} />
    </div>
  );
}
