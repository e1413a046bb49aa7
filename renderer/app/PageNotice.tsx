import type { ReactNode } from "react";
import { Button, ButtonLink } from "../controls/Button.tsx";
import { useWords } from "../page/words.ts";
import { useRefreshPage } from "../run/use-refresh-page.ts";
import classes from "./page-notice.module.css";

/** In the place of a page whose service fails: it can be asked for again. */
export function Unavailable() {
  const { text } = useWords();
  return (
    <PageNotice title={text("view.failed")}>
      <Button onClick={useRefreshPage()}>{text("retry")}</Button>
    </PageNotice>
  );
}

/** In the place of a page that is not there, of a brand that has no page for that. */
export function NotThere({ refusal }: { refusal: string }) {
  const { text } = useWords();
  return (
    <PageNotice title={refusal}>
      <ButtonLink to="/">{text("home")}</ButtonLink>
    </PageNotice>
  );
}

function PageNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes["notice"]}>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </section>
  );
}
