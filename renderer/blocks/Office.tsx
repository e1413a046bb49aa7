import { plainWords } from "../../schemas/engine/evaluate.ts";
import { ContactDetails } from "../page/ContactDetails.tsx";
import { SiteLink } from "../page/SiteLink.tsx";
import section from "./section.module.css";
import classes from "./office.module.css";
import { SectionTitle } from "./SectionTitle.tsx";
import { linkSlot, type BlockProps } from "./types.ts";

/** When and where a brand can be reached, as its own data says. */
export default function Office({ block, page }: BlockProps) {
  const action = linkSlot(block, "action");
  return (
    <section className={section["section"]}>
      <SectionTitle block={block} />
      <div className={classes["details"]}>
        <ContactDetails page={page} />
      </div>
      {action && (
        <SiteLink to={action.to} className={classes["action"]}>
          {plainWords(action.label)}
        </SiteLink>
      )}
    </section>
  );
}
