import { useId, useLayoutEffect, useRef, type ChangeEvent, type FormEvent } from "react";
import { useNavigate } from "react-router";
import {
  plainWords,
  searchOf,
  valueAt,
  type CompiledBlock,
  type Page,
  type Words,
} from "../../schemas/engine/evaluate.ts";
import { box } from "../controls/box.ts";
import { Button } from "../controls/Button.tsx";
import { useAddressNow, useSearchNow } from "../page/address-now.ts";
import { useHydrated } from "../page/device.ts";
import { selfNavigation } from "../page/self-navigation.ts";
import { usePageQuery } from "./use-page-query.ts";
import classes from "./search-form.module.css";

/** A choice of a search: the parameter of the address that it is, and where its options are. */
interface Choice {
  from: string;
  label: Words;
  rows: string;
  /** What is read where nothing is chosen. */
  any: Words;
  /** The parameter without which there is nothing to choose from. */
  under?: string;
  /** Whether there is no choice where only one option has something. */
  single?: true;
}

interface Row {
  value: string;
  label: string;
  count?: number;
}

/**
 * A search whose results are another page. It is a form that is sent to that page's address, and works without a script;
 * with one, options and their number go with what is chosen, which is in the address of this page: whoever comes back
 * finds it.
 */
export function SearchForm({ block, page }: { block: CompiledBlock; page: Page }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [here, redraw] = useSearchNow();
  const addressNow = useAddressNow();
  // The server does not know all of the address that the browser is at.
  const isAlive = useHydrated();
  const search = isAlive ? here : "";
  const navigate = useNavigate();
  const { status, value } = usePageQuery(page, String(block["data"]));
  const chosen = new URLSearchParams(search);
  const choices = block["choices"] as Choice[];
  const action = block["action"] as { label: Words; to: string };
  const total = value === undefined ? undefined : valueAt(value, String(block["total"]));
  const rowsOf = ({ rows }: Choice): Row[] => {
    const found = value === undefined ? undefined : valueAt(value, rows);
    return Array.isArray(found) ? (found as Row[]) : [];
  };
  /** Another address of this page; what hangs on what changed leaves it. */
  const choose = (changed: [name: string, value: string][]): void => {
    const { path, search: now } = addressNow();
    const next = new URLSearchParams(now);
    for (const [name, text] of changed) {
      if (text === "") next.delete(name);
      else next.set(name, text);
      for (const { from, under } of choices) if (under === name) next.delete(from);
    }
    void navigate(path + searchOf(next), { ...selfNavigation, replace: true });
    redraw();
  };
  // Before anything is drawn again, with what the address says.
  useLayoutEffect(() => {
    const asked = new URLSearchParams(here);
    const early = [...form.current!.querySelectorAll("select")].flatMap(({ name, value: text }) =>
      text === "" || text === asked.get(name) ? [] : [[name, text] as [string, string]],
    );
    if (early.length > 0) choose(early);
    // What was chosen before the code was there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const onChange = ({ currentTarget: { name, value: text } }: ChangeEvent<HTMLSelectElement>): void =>
    choose([[name, text]]);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].flatMap(([name, text]) =>
      typeof text === "string" && text !== "" ? [[name, text] as const] : [],
    );
    void navigate(action.to + searchOf(given));
  };
  const words = plainWords(action.label).replaceAll(
    "{total}",
    typeof total === "number" ? total.toLocaleString(page.brand.locale) : "…",
  );
  return (
    <form
      ref={form}
      className={classes["form"]}
      method="get"
      action={action.to}
      onSubmit={onSubmit}
      data-search
      data-alive={isAlive || undefined}
    >
      {choices.map((choice) => {
        const { from, label, any, under, single } = choice;
        const own = chosen.get(from) ?? "";
        const all = rowsOf(choice);
        const rows = all.filter((row) => row.count !== 0 || row.value === own);
        const only = single === true && own === "" && rows.length === 1 ? rows[0] : undefined;
        return (
          <div key={from} className={classes["choice"]}>
            <label htmlFor={`${id}-${from}`}>{plainWords(label)}</label>
            <select
              id={`${id}-${from}`}
              // What cannot be chosen is sent all the same.
              name={only ? undefined : from}
              className={box}
              value={only?.value ?? own}
              disabled={only !== undefined || (under !== undefined && !chosen.get(under))}
              onChange={onChange}
            >
              <option value="">{plainWords(any)}</option>
              {rows.map((row) => (
                <option key={row.value} value={row.value}>
                  {row.count === undefined
                    ? row.label
                    : `${row.label} (${row.count.toLocaleString(page.brand.locale)})`}
                </option>
              ))}
            </select>
            {only && <input type="hidden" name={from} value={only.value} />}
          </div>
        );
      })}
      <Button
        type="submit"
        size="lg"
        variant="accent"
        className={classes["show"]}
        aria-busy={status === "loading"}
      >
        <span aria-live="polite">{words}</span>
      </Button>
    </form>
  );
}
