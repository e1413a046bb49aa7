import { ButtonDownload, ButtonLink } from "./Button.tsx";
import type { BlockAction } from "../page/block-actions.ts";

interface ActionLinkProps {
  action: BlockAction;
  variant?: "filled" | "outline" | "subtle";
  size?: "sm" | "md" | "lg";
}

/** A link of a block that looks like a button: to another page, or to a file. */
export const ActionLink = ({ action: { label, to, isFile }, ...look }: ActionLinkProps) =>
  isFile ? (
    <ButtonDownload href={to} {...look}>
      {label}
    </ButtonDownload>
  ) : (
    <ButtonLink to={to} {...look}>
      {label}
    </ButtonLink>
  );
