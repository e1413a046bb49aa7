import { use } from "react";
import { isOwnPath, plainWords } from "../../schemas/engine/evaluate.ts";
import { OutsideSite } from "../page/outside-site.ts";
import { useWords } from "../page/words.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { useAddress } from "../run/use-address.ts";
import { buttonLook, ButtonLink } from "../controls/Button.tsx";
import type { WidgetProps } from "./types.ts";

/** A way to somewhere else, with what was answered in its address: nothing where that is not there. */
export default function PageLink({ field, path }: WidgetProps) {
  const { text } = useWords();
  const outside = use(OutsideSite);
  const address = useAddress(field.to ?? "");
  if (address === undefined || address === "") return null;
  const label = plainWords(field.label);
  const isOwn = isOwnPath(address);
  // What an address says must not be run, and of the site's own pages another site has none.
  if (isOwn ? outside : !address.startsWith("https://")) return null;
  return (
    <div className="screen-only" data-path={path}>
      {field.text !== undefined && <WordsView words={field.text} />}
      {isOwn ? (
        <ButtonLink to={address} variant="outline" size="lg">
          {label}
        </ButtonLink>
      ) : (
        <a
          href={address}
          target="_blank"
          rel="noopener"
          {...buttonLook({ variant: "outline", size: "lg" }, undefined)}
        >
          {label}
          <span className={visuallyHidden}> ({text("newTab")})</span>
        </a>
      )}
    </div>
  );
}
