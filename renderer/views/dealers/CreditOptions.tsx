import { useId, useState } from "react";
import { useLocation } from "react-router";
import { useChosenSearch } from "../../run/chosen-search.ts";
import type { ViewProps } from "../../page/view-props.ts";
import { SiteLink } from "../../page/SiteLink.tsx";
import type { WordsReader } from "../../page/words.ts";
import { visuallyHidden } from "../../controls/classes.ts";
import { box } from "../../controls/box.ts";
import classes from "./credit.module.css";
import { moneyText } from "./car.ts";
import {
  creditFacts,
  creditParameters,
  isOffered,
  type OfferedCredit,
  type SimulatedCredit,
} from "./simulated-credit.ts";

interface Options {
  currency: string;
  options: SimulatedCredit[];
}

const keyOf = ({ purchaseType, dues }: SimulatedCredit): string => `${String(purchaseType)}-${String(dues)}`;

/** Two of the options of a credit side by side: what is chosen, and another one that can be chosen in its place. */
export default function CreditOptions({ value, own }: ViewProps) {
  const { options, currency } = value as Options;
  const { pathname } = useLocation();
  const search = useChosenSearch();
  const [picked, setPicked] = useState<{ first?: string; second?: string }>({});
  const asked = new URLSearchParams(search);
  const isAsked = (one: SimulatedCredit): boolean => {
    const { credito, cuotas } = creditParameters(one);
    return asked.get("credito") === credito && asked.get("cuotas") === cuotas;
  };
  if (options.length < 2) return null;
  const named = (key: string | undefined): SimulatedCredit | undefined =>
    options.find((one) => keyOf(one) === key);
  const first = named(picked.first) ?? options.find(isAsked) ?? options[0]!;
  const second = named(picked.second) ?? otherThan(first, options);
  const pair = [first, second];
  const nameOf = ({ financial = "", dues }: SimulatedCredit): string =>
    own.fill("option", { credit: financial, count: String(dues ?? "") });
  const addressOf = (one: SimulatedCredit): string => {
    const { credito = "", cuotas = "" } = creditParameters(one);
    const next = new URLSearchParams(search);
    next.set("credito", credito);
    next.set("cuotas", cuotas);
    return `${pathname}?${next.toString()}`;
  };
  return (
    <div className={classes["options"]}>
      <div className={classes["picks"]}>
        <Pick
          label={own.text("first")}
          value={first}
          options={options}
          nameOf={nameOf}
          onPick={(key) => setPicked({ ...picked, first: key })}
        />
        <Pick
          label={own.text("second")}
          value={second}
          options={options}
          nameOf={nameOf}
          onPick={(key) => setPicked({ ...picked, second: key })}
        />
      </div>
      <table className={classes["sideBySide"]} aria-label={own.text("table")}>
        <thead>
          <tr>
            <th scope="col">
              <span className={visuallyHidden}>{own.text("table")}</span>
            </th>
            {pair.map((one, at) => (
              // Both may be the same option.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at} scope="col">
                {nameOf(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(pair, currency, own).map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at}>
                  {cell.text}
                  {cell.second !== undefined && <span className={classes["second"]}>{cell.second}</span>}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">
              <span className={visuallyHidden}>{own.text("choose")}</span>
            </th>
            {pair.map((one, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={at}>
                {isOffered(one) && !isAsked(one) && (
                  <SiteLink to={addressOf(one)} aria-label={`${own.text("choose")}: ${nameOf(one)}`}>
                    {own.text("choose")}
                  </SiteLink>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p aria-live="polite">{difference(first, second, { nameOf, currency, own })}</p>
    </div>
  );
}

/** What is compared with an option where nobody says: the next longer term of its credit, else the next shorter one. */
function otherThan(first: SimulatedCredit, options: SimulatedCredit[]): SimulatedCredit {
  const there = options.filter((one): one is OfferedCredit => isOffered(one) && one !== first);
  const same = there.filter(({ purchaseType }) => purchaseType === first.purchaseType);
  return same.find(({ dues }) => dues > (first.dues ?? 0)) ?? same.at(-1) ?? there[0] ?? options[1]!;
}

interface PickProps {
  label: string;
  value: SimulatedCredit;
  options: SimulatedCredit[];
  nameOf(one: SimulatedCredit): string;
  onPick(key: string): void;
}

function Pick({ label, value, options, nameOf, onPick }: PickProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={box}
        value={keyOf(value)}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        {options.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface Line {
  name: string;
  cells: { text: string; second?: string }[];
}

/** The fee and all that it costs; what only one of the two has, the other shows as nothing. */
function linesOf(pair: SimulatedCredit[], currency: string, own: WordsReader): Line[] {
  const fee = pair.map((one) =>
    isOffered(one)
      ? {
          text: moneyText(one.duesValue, currency),
          ...(one.duesValuePEN === undefined ? {} : { second: moneyText(one.duesValuePEN, "PEN") }),
        }
      : { text: own.text("unavailable") },
  );
  const facts = pair.map((one) => (isOffered(one) ? creditFacts(one, currency, own) : []));
  const names = [...new Set(facts.flat().map(({ name }) => name))];
  const order = [...facts].toSorted((a, b) => b.length - a.length)[0]!.map(({ name }) => name);
  return [
    { name: own.text("fee"), cells: fee },
    ...names
      .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
      .map((name) => ({
        name,
        cells: facts.map((one) => one.find((fact) => fact.name === name) ?? { text: "–" }),
      })),
  ];
}

function difference(
  first: SimulatedCredit,
  second: SimulatedCredit,
  { nameOf, currency, own }: { nameOf(one: SimulatedCredit): string; currency: string; own: WordsReader },
): string {
  if (!isOffered(first) || !isOffered(second) || first === second) return "";
  const [less, more] = first.totalCredit <= second.totalCredit ? [first, second] : [second, first];
  const amount = more.totalCredit - less.totalCredit;
  return amount === 0
    ? own.text("same")
    : own.fill("less", { first: nameOf(less), amount: moneyText(amount, currency) });
}
