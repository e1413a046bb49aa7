import { useId } from "react";
import { useNavigate } from "react-router";
import { addressValue } from "../../schemas/engine/evaluate.ts";
import { box } from "../controls/box.ts";
import { Button } from "../controls/Button.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { useAddressNow, useSearchNow } from "../page/address-now.ts";
import { addressWith, pageParameters } from "../page/filter-address.ts";
import { useWords } from "../page/words.ts";
import type { ViewFrameProps } from "./types.ts";
import classes from "./page-links.module.css";

interface Sort {
  from: string;
  label: string;
  placeholder?: string;
  options: { value: string; label: string }[];
}

/** In which order the results are: a parameter of the address, with which the page of them leaves it. */
export function SortChoice({ page, block }: Pick<ViewFrameProps, "page" | "block">) {
  const { from, label, placeholder, options } = block["sort"] as Sort;
  const id = useId();
  const { text } = useWords();
  const [search, redraw] = useSearchNow();
  const navigate = useNavigate();
  const addressNow = useAddressNow();
  const query = new URLSearchParams(search);
  const drops = pageParameters(page.screen);
  const value = addressValue(page.screen, from, query.get(from) ?? undefined) ?? "";
  const others = [...query].filter(([name]) => name !== from && !drops.includes(name));
  return (
    <form method="get" className={classes["sort"]}>
      {/* Where the box says the same, it is not read twice. */}
      <label htmlFor={id} className={placeholder === label ? visuallyHidden : undefined}>
        {label}
      </label>
      <select
        id={id}
        name={from}
        className={box}
        value={value}
        onChange={(event) => {
          const chosen = event.currentTarget.value || undefined;
          void navigate(addressWith(addressNow(), from, chosen, drops));
          redraw();
        }}
      >
        <option value="">{placeholder ?? label}</option>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      {/* With a script nothing is sent, and the server does not know all of the address that the browser is at. */}
      <noscript>
        {others.map(([name, one], index) => (
          // They are what the address has, in its order.
          // oxlint-disable-next-line react/no-array-index-key
          <input key={index} type="hidden" name={name} value={one} />
        ))}
        <Button type="submit">{text("search")}</Button>
      </noscript>
    </form>
  );
}
