import { ActionLink } from "../controls/ActionLink.tsx";
import { useBlockActions } from "../page/block-actions.ts";
import type { ViewProps } from "../page/view-props.ts";
import classes from "./view-actions.module.css";

/** What can be done with what a view shows, in a line under it. */
export function ViewActions({ block }: Pick<ViewProps, "block">) {
  const actions = useBlockActions(block);
  if (actions.length === 0) return null;
  return (
    <div className={classes["actions"]}>
      {actions.map((action) => (
        <ActionLink key={action.label} action={action} variant="outline" />
      ))}
    </div>
  );
}
