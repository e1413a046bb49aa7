import { use } from "react";
import { OutsideSite } from "../page/outside-site.ts";
import { WordsView } from "../controls/WordsView.tsx";
import { ButtonDownload } from "../controls/Button.tsx";
import { useFlow, useRun } from "../run/context.ts";
import { documentAddress } from "../run/transport.ts";
import { Icon } from "./icons.tsx";
import type { WidgetProps } from "./types.ts";

/** The way to a document of what was submitted. Its label is what is pressed, its text what is said about it. */
export default function DocumentDownload({ field, path }: WidgetProps) {
  const { document } = field;
  if (document === undefined) throw new Error(`"${path}" does not say which document it offers`);
  const { run } = useFlow();
  const state = useRun(run).run;
  const outside = use(OutsideSite);
  // What another page's form gave to that page, the server knows nothing of.
  if (outside || !state) return null;
  return (
    <div className="screen-only" data-path={path}>
      {field.text !== undefined && <WordsView words={field.text} />}
      <ButtonDownload
        href={documentAddress(state.run, document)}
        variant="outline"
        size="lg"
        mark={<Icon name="document" size={22} />}
      >
        <WordsView words={field.label} inline />
      </ButtonDownload>
    </div>
  );
}
