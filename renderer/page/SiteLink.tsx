import { Link, type LinkProps } from "react-router";
import { isPagePath } from "./links.ts";

export type SiteLinkProps = Pick<
  LinkProps,
  "className" | "children" | "onClick" | "aria-current" | "aria-label"
> & { to: string };

/** A link of the site's own data: to a page of it, a file of it to keep, or whatever opens telephone numbers, mail and maps. */
export function SiteLink({ to, children, ...rest }: SiteLinkProps) {
  return isPagePath(to) ? (
    <Link to={to} {...rest}>
      {children}
    </Link>
  ) : (
    <a href={to} rel="noopener" {...rest}>
      {children}
    </a>
  );
}
