import { Button } from "../controls/Button.tsx";
import {
  calendarFile,
  calendarFileName,
  calendarUid,
  fillWords,
  instantOf,
  plainWords,
  type CompiledField,
} from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { useFlow, useLeaf } from "../run/context.ts";
import { wordValues } from "../run/filled-words.ts";
import { useFlowPage } from "../run/page-context.ts";
import { usePath } from "../run/row-context.ts";
import { Icon } from "./icons.tsx";
import type { WidgetProps } from "./types.ts";

/**
 * A button that puts what was agreed on into the person's calendar. Its label is what it is, its text where. Without a day
 * and a time nothing was agreed on.
 */
export default function CalendarEvent({ field, path }: WidgetProps) {
  const { event } = field;
  if (!event) throw new Error(`"${path}" does not say when it is`);
  const date = useLeaf(usePath(event.date)).value;
  const time = useLeaf(usePath(event.time)).value;
  if (typeof date !== "string" || typeof time !== "string") return null;
  return <Download {...{ field, path, date, time, minutes: event.minutes }} />;
}

interface DownloadProps {
  field: CompiledField;
  path: string;
  date: string;
  time: string;
  minutes: number;
}

function Download({ field, path, date, time, minutes }: DownloadProps) {
  const { store, run } = useFlow();
  const { text, words } = useWords();
  const { brand, today } = useFlowPage();

  function download(): void {
    const start = instantOf(date, time, brand.timeZone);
    const title = plainWords(field.label);
    const { submission } = store.results() as { submission?: { number?: string } };
    const number = submission?.number;
    const file = calendarFile({
      uid: calendarUid(number ?? run.view().run?.run ?? String(start), brand.brand),
      author: brand.name,
      today,
      start,
      minutes,
      title,
      place: field.text === undefined ? "" : plainWords(field.text),
      description: number === undefined ? "" : plainWords(fillWords(words("receipt"), wordValues(store))),
    });
    save(calendarFileName(title), new Blob([file], { type: "text/calendar;charset=utf-8" }));
  }

  return (
    <div className="screen-only" data-path={path}>
      <Button variant="outline" size="lg" mark={<Icon name="calendar" size={22} />} onClick={download}>
        {text("event.add")}
      </Button>
    </div>
  );
}

function save(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
