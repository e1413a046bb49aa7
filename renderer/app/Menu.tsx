import { useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { isOwnPath, type CompiledSite, type MenuItem, type MenuLink } from "../../schemas/engine/evaluate.ts";
import classes from "./menu.module.css";
import { useSignedIn } from "../page/signed-in.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { useWords } from "../page/words.ts";

const id = "site-menu";

/**
 * The menu: a bar where there is room, elsewhere a sheet from below, which one thumb can use and a button opens. Both open and close by the
 * browser's own means, so that they do before this code is there.
 */
export function Menu({ site }: { site: CompiledSite }) {
  const { text } = useWords();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const menu = nav.current;
    if (!menu) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    // Only one is open, and none once the person is elsewhere.
    const elsewhere = ({ target }: Event): void => closeAll(menu, target as Node);
    document.addEventListener("pointerdown", elsewhere, { signal });
    document.addEventListener("focusin", elsewhere, { signal });
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === "Escape") closeOpen(menu);
      else if (event.key === "Tab") stayIn(menu, event);
    };
    menu.addEventListener("keydown", pressed, { signal });
    const followed = ({ target }: Event): void => {
      if ((target as Element).closest("a")) leave(menu);
    };
    menu.addEventListener("click", followed, { signal });
    return () => stop.abort();
  }, []);

  return (
    <>
      <button type="button" className={classes["opener"]} popoverTarget={id}>
        <span className={classes["bars"]} aria-hidden="true" />
        <span className={classes["name"]}>{text("navigation.menu")}</span>
      </button>
      <nav id={id} ref={nav} popover="auto" aria-label={text("navigation.main")} className={classes["menu"]}>
        <ul className={classes["items"]}>
          {site.menu.map((item) => (
            <li key={item.label}>
              <Item item={item} />
            </li>
          ))}
        </ul>
        {/* Under what it closes: where a thumb is. */}
        <button type="button" className={classes["closer"]} popoverTarget={id} popoverTargetAction="hide">
          {text("navigation.close")}
        </button>
      </nav>
    </>
  );
}

function Item({ item }: { item: MenuItem }) {
  const { links, highlighted } = item;
  const { label, to = "/" } = useSignedIn() && item.signedIn ? item.signedIn : item;
  const className = highlighted ? `${classes["item"]} ${classes["highlighted"]}` : classes["item"];
  if (links.length > 0) {
    return (
      // Somebody may have opened it before this code was there.
      <details className={classes["group"]} suppressHydrationWarning>
        <summary className={className}>{label}</summary>
        <Links of={links} />
      </details>
    );
  }
  const words = item.signedIn ? <Either says={label} of={[item.label, item.signedIn.label]} /> : label;
  // One with something to say to its page, such as to open a form, is not where somebody is.
  return isOwnPath(to) && !to.includes("?") ? (
    <NavLink to={to} end={item.signedIn !== undefined} className={className}>
      {words}
    </NavLink>
  ) : (
    <SiteLink to={to} className={className}>
      {words}
    </SiteLink>
  );
}

const Links = ({ of }: { of: MenuLink[] }) => (
  <ul>
    {of.map(({ label, to, links }) => (
      <li key={label}>
        {links ? (
          <details suppressHydrationWarning>
            <summary className={classes["item"]}>{label}</summary>
            <Links of={links} />
          </details>
        ) : (
          <SiteLink to={to!}>{label}</SiteLink>
        )}
      </li>
    ))}
  </ul>
);

/** One of two words, in room for both: nothing moves when it becomes the other. */
function Either({ says, of }: { says: string; of: string[] }) {
  return (
    <span className={classes["either"]}>
      {of.map((label) => (
        <span key={label} data-says={label === says || undefined}>
          {label}
        </span>
      ))}
    </span>
  );
}

/** What is within an open one stays as it is while the person is there: nothing moves away from what is being pressed. */
function closeAll(nav: HTMLElement, but?: Node): void {
  for (const group of nav.querySelectorAll("details[open]")) {
    const outer = group.parentElement!.closest("details") ?? group;
    if (!but || !outer.contains(but)) group.removeAttribute("open");
  }
}

/** Closes the open group, and gives the focus back to what opened it. */
function closeOpen(nav: HTMLElement): void {
  nav.querySelector<HTMLElement>("details[open] > summary")?.focus();
  closeAll(nav);
}

/** A sheet covers the page: whoever is at its end goes on at its beginning, and back. */
function stayIn(nav: HTMLElement, event: KeyboardEvent): void {
  if (!nav.matches(":popover-open")) return;
  const stops = [...nav.querySelectorAll<HTMLElement>("a, summary, button")].filter((one) =>
    one.checkVisibility(),
  );
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (event.target !== from) return;
  event.preventDefault();
  to?.focus();
}

function leave(nav: HTMLElement): void {
  closeAll(nav);
  // Older browsers have no popovers: there the menu stands open.
  if (typeof nav.hidePopover === "function") nav.hidePopover();
}
