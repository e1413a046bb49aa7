import { useId } from "react";
import { useBlockActions } from "../../page/block-actions.ts";
import type { ViewProps } from "../../page/view-props.ts";
import { ActionLink } from "../../controls/ActionLink.tsx";
import classes from "./car-detail.module.css";

interface Inspection {
  inspectionCarData?: {
    /** `yyyy-mm-dd`. */
    date: string;
    workshop?: string;
    systems: { name: string; points: { name: string; result: string; note?: string }[] }[];
  };
}

/** What was looked at in a used car, by system, and what was found. */
export default function CarInspection({ value, block, own }: ViewProps) {
  const id = useId();
  const actions = useBlockActions(block);
  const { inspectionCarData } = value as Inspection;
  if (!inspectionCarData) return null;
  const { date, workshop = "", systems } = inspectionCarData;
  const points = systems.flatMap((system) => system.points);
  const good = points.filter(({ result }) => result === "ok").length;
  const day = date.split("-").toReversed().join("/");
  return (
    <div className={classes["inspection"]}>
      <p>
        <strong>{own.fill("result", { good: String(good), count: String(points.length) })}</strong>
        {"\u00a0· "}
        {workshop === "" ? own.fill("on", { date: day }) : own.fill("onAt", { date: day, workshop })}
      </p>
      {systems.map((system) => (
        <details key={system.name} name={id}>
          <summary>
            {system.name}
            <span>
              {own.fill("result", {
                good: String(system.points.filter(({ result }) => result === "ok").length),
                count: String(system.points.length),
              })}
            </span>
          </summary>
          <ul>
            {system.points.map(({ name, result, note }) => (
              <li key={name} data-result={result}>
                <span>{name}</span>
                <span className={classes["found"]}>{note ?? own.text(result)}</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {actions.length > 0 && (
        <p className="screen-only">
          {actions.map((action) => (
            <ActionLink key={action.to} action={action} variant="outline" />
          ))}
        </p>
      )}
    </div>
  );
}
