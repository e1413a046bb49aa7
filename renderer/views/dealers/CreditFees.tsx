import { ScrollTable } from "../../controls/ScrollTable.tsx";
import { useChosenSearch } from "../../run/chosen-search.ts";
import type { ViewProps } from "../../page/view-props.ts";
import classes from "./credit.module.css";
import { moneyText, percentText } from "./car.ts";

interface Fee {
  dues: number;
  initialPayment: number;
  duesValue: number;
}

interface Fees {
  currency: string;
  fees: Fee[];
}

/** So narrow that its letters can be read on a phone, which shows it smaller. */
const width = 400;
const height = 270;
const edge = { left: 100, right: 84, top: 22, bottom: 40 };
/** At most so many amounts stand beside it, and about so many percents below. */
const mostTicks = 4;
const percents = 5;

/** The fees of every term and down payment: a line for each term, and the table of the same numbers beside it. */
export default function CreditFees({ value, own }: ViewProps) {
  const { fees, currency } = value as Fees;
  const search = new URLSearchParams(useChosenSearch());
  // The fees are of every down payment: whatever is chosen, they are not asked for anew.
  const chosen = search.has("pie") ? Number(search.get("pie")) : undefined;
  const terms = [...new Set(fees.map(({ dues }) => dues))];
  const shares = [...new Set(fees.map(({ initialPayment }) => initialPayment))].toSorted((a, b) => a - b);
  if (terms.length === 0) return null;
  const feeOf = (dues: number, share: number): number | undefined =>
    fees.find((one) => one.dues === dues && one.initialPayment === share)?.duesValue;
  return (
    <figure className={classes["fees"]}>
      <figcaption>{own.text("caption")}</figcaption>
      <div className={classes["beside"]}>
        <Chart
          fees={fees}
          terms={terms}
          shares={shares}
          chosen={chosen === undefined ? undefined : { at: chosen, name: own.text("chosen") }}
          dues={Number(search.get("cuotas"))}
          name={(dues) => own.fill("term", { count: String(dues) })}
          money={(amount) => moneyText(amount, currency)}
        />
        <ScrollTable
          isOfAmounts
          isFolded
          label={own.text("table")}
          head={[own.text("downPayment"), ...terms.map((dues) => own.fill("term", { count: String(dues) }))]}
          rows={shares.map((share) => ({
            name: percentText(share, currency),
            isChosen: share === chosen,
            cells: terms.map((dues) => {
              const fee = feeOf(dues, share);
              return fee === undefined ? "–" : moneyText(fee, currency);
            }),
          }))}
        />
      </div>
    </figure>
  );
}

interface ChartProps {
  fees: Fee[];
  terms: number[];
  shares: number[];
  chosen: { at: number; name: string } | undefined;
  /** The term that is chosen. */
  dues: number;
  name: (dues: number) => string;
  money: (amount: number) => string;
}

/** Drawn for the eye alone: the table says the same. */
function Chart({ fees, terms, shares, chosen, dues: term, name, money }: ChartProps) {
  const ticks = ticksUpTo(Math.max(...fees.map(({ duesValue }) => duesValue)));
  const most = ticks.at(-1)!;
  const [least, greatest] = [shares[0]!, shares.at(-1)!];
  const x = (share: number): number =>
    edge.left + ((share - least) / Math.max(1, greatest - least)) * (width - edge.left - edge.right);
  const y = (fee: number): number => height - edge.bottom - (fee / most) * (height - edge.top - edge.bottom);
  const labels = apart(terms.map((dues) => y(fees.findLast((one) => one.dues === dues)!.duesValue)));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes["chart"]} aria-hidden="true" focusable="false">
      {ticks.map((amount) => (
        <g key={amount}>
          <line x1={edge.left} x2={width - edge.right} y1={y(amount)} y2={y(amount)} data-grid />
          <text x={edge.left - 8} y={y(amount) + 4} textAnchor="end">
            {money(amount)}
          </text>
        </g>
      ))}
      {shares.map((share, at) => (
        <g key={share}>
          <line x1={x(share)} x2={x(share)} y1={edge.top} y2={height - edge.bottom} data-grid />
          {at % Math.ceil(shares.length / percents) === 0 && (
            <text x={x(share)} y={height - 8} textAnchor="middle">
              {share} %
            </text>
          )}
        </g>
      ))}
      {chosen !== undefined && chosen.at >= least && chosen.at <= greatest && (
        <g data-chosen>
          <line x1={x(chosen.at)} x2={x(chosen.at)} y1={edge.top} y2={height - edge.bottom} />
          <text x={x(chosen.at)} y={edge.top - 8} textAnchor="middle">
            {chosen.name}
          </text>
        </g>
      )}
      {terms.map((dues, at) => {
        const line = fees.filter((one) => one.dues === dues);
        const last = line.at(-1)!;
        const path = line.map(({ initialPayment, duesValue }) => `${x(initialPayment)},${y(duesValue)}`);
        return (
          <g key={dues} data-line={at} data-term={dues === term || undefined}>
            <polyline points={path.join(" ")} fill="none" />
            {line.map(({ initialPayment, duesValue }) => (
              <circle key={initialPayment} cx={x(initialPayment)} cy={y(duesValue)} r="3" />
            ))}
            <text x={x(last.initialPayment) + 8} y={labels[at]! + 4} data-name>
              {name(dues)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Whole amounts in even steps, from 0 to one that nothing is above. */
function ticksUpTo(most: number): number[] {
  const rough = most / mostTicks;
  const scale = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * scale).find((one) => one >= rough)!;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

/** Heights in the same order, with room for a name at each of them. */
function apart(heights: number[], room = 17): number[] {
  const order = heights.map((_, at) => at).toSorted((a, b) => heights[a]! - heights[b]!);
  const placed = [...heights];
  for (const [rank, at] of order.entries()) {
    const above = order[rank - 1];
    if (above !== undefined) placed[at] = Math.max(placed[at]!, placed[above]! + room);
  }
  return placed;
}
