import { Suspense, useCallback, useState, type ReactNode } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import { useLocation } from "react-router";
import type { Page } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { ChatOffer } from "./ChatOffer.tsx";
import { Consent } from "./Consent.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import classes from "./layout.module.css";
import { Offline } from "./Offline.tsx";
import { ProviderLink } from "../flow/ProviderLink.tsx";
import { SkipLink } from "../controls/SkipLink.tsx";
import { NotThere } from "./PageNotice.tsx";
import type { CurrentPage } from "./use-page.ts";
import { useHydrated } from "../page/device.ts";
import { whenUsed } from "../page/when-used.ts";
import { useWords } from "../page/words.ts";

/** Come over the page when somebody signs in, or searches the site. */
const SignInDialog = lazyPart(() => import("./SignInDialog.tsx"));
const SearchOver = lazyPart(async () => {
  await whenUsed();
  return await import("./SearchOver.tsx");
});

/** What stands around every page: header, way here, contents, footer, and what is wrong with the connection. */
export function Layout({ current, children }: { current: CurrentPage; children: ReactNode }) {
  const { text, fill } = useWords();
  const { page } = current;
  const [opensSearch, setOpensSearch] = useState(false);
  const onReady = useCallback(() => setOpensSearch(true), []);
  return (
    <div className={classes["site"]}>
      <SkipLink to="content">{text("skip")}</SkipLink>
      <Consent asked={page.consent} revision={page.revision} />
      <Header brand={page.brand} opensSearch={opensSearch}>
        <Offline />
        <p className={classes["progress"]} role="status" data-on={current.loading || undefined}>
          {current.loading ? text("navigation.loading") : ""}
        </p>
        {current.failed && (
          <div className={classes["banner"]} role="alert">
            <span>{text("unreachable")}</span>
            <Button variant="white" onClick={current.retry}>
              {text("retry")}
            </Button>
          </div>
        )}
      </Header>
      <Breadcrumbs page={page} />
      <main id="content" tabIndex={-1} className={classes["main"]}>
        <ProviderLink page={page} />
        {current.refusal === undefined ? children : <NotThere refusal={current.refusal} />}
        {page.screen.answers >= 500 && (
          <p className={classes["code"]}>{fill("requestId", { "request.id": page.requestId })}</p>
        )}
      </main>
      <OverPage site={page.brand.site} onReady={onReady} />
      <Footer page={page} />
      {page.chat && <ChatOffer url={page.chat.url} about={page.screen.chat} />}
    </div>
  );
}

/** What comes over the page once it is hydrated: nothing around it is drawn anew for it. */
function OverPage({
  site: { signIn, search },
  onReady,
}: {
  site: Page["brand"]["site"];
  onReady: () => void;
}) {
  const asked = new URLSearchParams(useLocation().search);
  if (!useHydrated()) return null;
  return (
    <>
      {search && (
        <Suspense>
          <SearchOver search={search} onReady={onReady} />
        </Suspense>
      )}
      {signIn && asked.get(signIn.parameter) === "true" && (
        <Suspense>
          <SignInDialog {...signIn} />
        </Suspense>
      )}
    </>
  );
}
