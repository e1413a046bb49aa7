import type { Page } from "../../schemas/engine/evaluate.ts";
import { ContactDetails } from "../page/ContactDetails.tsx";
import classes from "./footer.module.css";
import { askAgain } from "../page/consent.ts";
import { useWords } from "../page/words.ts";
import { SiteLink } from "../page/SiteLink.tsx";

/** What stands below every page: how the brand is reached, where else there is to go, and the legal line. */
export function Footer({ page }: { page: Page }) {
  const { text } = useWords();
  const { name, site } = page.brand;
  return (
    <footer className={classes["footer"]}>
      <div className={classes["inner"]}>
        <div className={classes["own"]}>
          <p className={classes["name"]}>{name}</p>
          <ContactDetails page={page} />
        </div>
        {site.footer.map(({ title, links }) => (
          <div key={title} className={classes["column"]}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ label, to }) => (
                <li key={label}>
                  <SiteLink to={to}>{label}</SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className={classes["legal"]}>
        © {page.today.slice(0, 4)} {name}. {site.legal} {site.picturesNote}
      </p>
      <p className={classes["choices"]}>
        <button type="button" onClick={askAgain}>
          {text("consent.open")}
        </button>
      </p>
    </footer>
  );
}
