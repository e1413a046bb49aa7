import { useLocation } from "react-router";
import { identityAddresses, type Page } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import classes from "./provider-link.module.css";

/** Beside the form with which people sign in, the way to the brand's identity provider, where it has one. */
export function ProviderLink({ page }: { page: Pick<Page, "identity" | "brand"> }) {
  const { fill } = useWords();
  const { search } = useLocation();
  const { signIn } = page.brand.site;
  if (!page.identity || !signIn) return null;
  const to = new URLSearchParams(search).get(signIn.returns);
  const query = to === null ? "" : `?${new URLSearchParams({ [signIn.returns]: to })}`;
  return (
    <p className={classes["provider"]}>
      <a href={identityAddresses.begin + query}>
        {fill("signIn.provider.button", { name: page.identity.name })}
      </a>
    </p>
  );
}
