import { Button } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";
import { Link, NavLink } from "react-router";
import type { CompiledBrand, CompiledScreen, Page } from "../../schemas/engine/evaluate.ts";
import classes from "./layout.module.css";
import type { CurrentPage } from "./use-page.ts";
import { useWords } from "./words.ts";

/** What stands around every page: header, way here, contents, footer, and what is wrong with the connection. */
export function Layout({ current, children }: { current: CurrentPage; children: ReactNode }) {
  const { text, fill } = useWords();
  const { page } = current;
  return (
    <div className={classes["site"]}>
      <a className={classes["skip"]} href="#content">
        {text("skip")}
      </a>
      <Header brand={page.brand}>
        <Offline />
        <p className={classes["progress"]} role="status" data-on={current.loading || undefined}>
          {current.loading ? text("navigation.loading") : ""}
        </p>
        {current.failed && (
          <div className={classes["banner"]} role="alert">
            <span>{text("unreachable")}</span>
            <Button variant="white" size="sm" onClick={current.retry}>
              {text("retry")}
            </Button>
          </div>
        )}
      </Header>
      <Breadcrumbs page={page} />
      <main id="content" tabIndex={-1} className={classes["main"]}>
        {children}
        {page.screen.answers >= 500 && (
          <p className={classes["code"]}>{fill("requestId", { "request.id": page.requestId })}</p>
        )}
      </main>
      <Footer brand={page.brand} year={page.today.slice(0, 4)} />
    </div>
  );
}

/** Pages that can be gone to from everywhere, with the names they have among the breadcrumbs. */
function destinations({ screens }: CompiledBrand): { to: string; label: string }[] {
  const listed = (screen: CompiledScreen): boolean =>
    screen.indexed && screen.answers === 200 && screen.route !== "/" && !screen.route.includes(":");
  return screens
    .filter(listed)
    .map(({ route, title, breadcrumbs }) => ({ to: route, label: breadcrumbs.at(-1)?.label ?? title }));
}

/** Messages about the connection stand in it, so that they are within a landmark. */
function Header({ brand, children }: { brand: CompiledBrand; children: ReactNode }) {
  const { text } = useWords();
  return (
    <header className={classes["header"]}>
      <div className={classes["bar"]}>
        <Link to="/" className={classes["wordmark"]}>
          <img
            src={`/assets/brands/${encodeURIComponent(brand.brand)}/wordmark.svg`}
            alt={brand.name}
            width="200"
            height="40"
          />
        </Link>
        <nav aria-label={text("navigation.main")} className={classes["nav"]}>
          {destinations(brand).map(({ to, label }) => (
            <NavLink key={to} to={to}>
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
      {children}
    </header>
  );
}

function Breadcrumbs({ page }: { page: Page }) {
  const { text } = useWords();
  const { breadcrumbs } = page.screen;
  if (breadcrumbs.length === 0) return null;
  return (
    <nav aria-label={text("navigation.breadcrumbs")} className={classes["breadcrumbs"]}>
      <ol>
        {breadcrumbs.map(({ label, to }) => (
          <li key={label}>
            {to === undefined ? <span aria-current="page">{label}</span> : <Link to={to}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Footer({ brand, year }: { brand: CompiledBrand; year: string }) {
  return (
    <footer className={classes["footer"]}>
      <div className={classes["bar"]}>
        <p>
          © {year} {brand.name}
        </p>
        <ul>
          {destinations(brand).map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}

/** Says that there is no connection, as long as the browser knows of none. */
function Offline() {
  const { text } = useWords();
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    look();
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, []);
  return (
    <div role="status">
      {offline && (
        <div className={classes["banner"]}>
          <span>{text("offline")}</span>
        </div>
      )}
    </div>
  );
}
