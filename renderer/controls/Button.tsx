import type { ComponentPropsWithRef, ReactNode } from "react";
import { SiteLink, type SiteLinkProps } from "../page/SiteLink.tsx";
import classes from "./controls.module.css";

interface Look {
  /**
   * `filled` is what the page is about; `outline` what else can be done; `subtle` what is beside a field; `accent` what
   * stands out on a brand's own ground; `white` on a dark one.
   */
  variant?: "filled" | "outline" | "subtle" | "accent" | "white";
  size?: "sm" | "md" | "lg";
  /** Before the words. */
  mark?: ReactNode;
}

/** The class of a button that is one icon and nothing else. */
export const iconButton: string = classes["iconButton"]!;

export const buttonLook = ({ variant = "filled", size = "md" }: Look, className: string | undefined) => ({
  className: className === undefined ? classes["button"] : `${classes["button"]} ${className}`,
  "data-variant": variant,
  "data-size": size,
});

export type ButtonProps = Look & ComponentPropsWithRef<"button">;

/** A button. It sends no form unless it says so. */
export function Button({ variant, size, mark, className, type = "button", children, ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} {...buttonLook({ variant, size }, className)}>
      {mark}
      {children}
    </button>
  );
}

/** A file to keep, whose way looks like a button. */
export function ButtonDownload({
  variant,
  size,
  mark,
  className,
  children,
  ...rest
}: Look & ComponentPropsWithRef<"a">) {
  return (
    <a download {...rest} {...buttonLook({ variant, size }, className)}>
      {mark}
      {children}
    </a>
  );
}

/** A way to another page that looks like a button. */
export function ButtonLink({ variant, size, mark, className, children, to }: Look & SiteLinkProps) {
  return (
    <SiteLink to={to} {...buttonLook({ variant, size }, className)}>
      {mark}
      {children}
    </SiteLink>
  );
}
