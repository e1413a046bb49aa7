import type { ReactNode } from "react";
import { Link } from "react-router";
import { isOwnPath } from "./links.ts";

/** A link of the site's own data: to a page of it, or to whatever opens telephone numbers, mail and maps. */
export function SiteLink({
  to,
  className,
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  return isOwnPath(to) ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    <a href={to} className={className} rel="noopener">
      {children}
    </a>
  );
}
