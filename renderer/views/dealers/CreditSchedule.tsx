import { useBlockActions } from "../../page/block-actions.ts";
import type { ViewProps } from "../../page/view-props.ts";
import { ActionLink } from "../../controls/ActionLink.tsx";
import { ScrollTable } from "../../controls/ScrollTable.tsx";
import classes from "./credit.module.css";
import { moneyText } from "./car.ts";

interface Line {
  number: number;
  payment: number;
  principal: number;
  interest: number;
  charges: number;
  balance: number;
}

const columns = ["payment", "principal", "interest", "charges", "balance"] as const;

/** The amortisation table, which is opened to be looked at and prints as it stands. */
export default function CreditSchedule({ value, block, own }: ViewProps) {
  const actions = useBlockActions(block);
  const { schedule, currency = "CLP" } = value as { schedule: Line[]; currency?: string };
  if (schedule.length === 0) return null;
  return (
    <>
      <details className={classes["schedule"]}>
        <summary>{own.fill("open", { count: String(schedule.length) })}</summary>
        <ScrollTable
          isOfAmounts
          isFolded
          label={own.text("table")}
          head={[own.text("number"), ...columns.map((column) => own.text(column))]}
          rows={schedule.map((line) => ({
            name: String(line.number),
            cells: columns.map((column) => moneyText(line[column], currency)),
          }))}
        />
      </details>
      {actions.length > 0 && (
        <p className={`screen-only ${classes["files"]}`}>
          {actions.map((action) => (
            <ActionLink key={action.to} action={action} variant="outline" />
          ))}
        </p>
      )}
    </>
  );
}
