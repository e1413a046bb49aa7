import type { InputValue } from "../run/pre-hydration-input.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import type { Page } from "../../schemas/engine/evaluate.ts";
import { Layout } from "./Layout.tsx";
import type { LoadResources } from "../run/resources.ts";
import { reveal } from "../page/reveal.ts";
import { isSelfNavigation } from "../page/self-navigation.ts";
import { Screen } from "./Screen.tsx";
import { notePageView } from "../page/visit.ts";
import { tellOfPage } from "../page/data-layer.ts";
import { browserCookies, openSavedLists, SavedListsContext } from "../page/saved-lists.ts";
import { useAccountLists } from "../page/use-account-lists.ts";
import { OwnDocuments } from "./OwnDocuments.tsx";
import { usePage } from "./use-page.ts";
import { belongs, LoadFor, type DrawnPage } from "../run/load-page.ts";
import { tellOpened } from "../page/opened.ts";
import { BrandWords } from "../page/words.ts";

export interface AppProps {
  first: DrawnPage;
  load: LoadResources;
  typed?: Record<string, InputValue>;
}

/** The whole site below the router. The same on the server and in the browser. */
export function App(props: AppProps) {
  const seen = useRef(props.first.page);
  const onDrawn = useCallback((page: Page) => void (seen.current = page), []);
  return (
    <OwnDocuments seen={seen}>
      <Site {...props} onDrawn={onDrawn} />
    </OwnDocuments>
  );
}

function Site({ first, load, typed, onDrawn }: AppProps & { onDrawn: (page: Page) => void }) {
  const current = usePage(first, load);
  const { page, resources } = current;
  const [lists] = useState(() => {
    const { brand, saved } = first.page;
    const jar = brand.savedLists && typeof document === "object" ? browserCookies() : undefined;
    return openSavedLists(brand.savedLists, saved, jar);
  });

  const { pathname, search, hash, state } = useLocation();

  useAccountLists(lists, first.page.brand.savedLists, pathname);

  // For whoever measures, or waits for it. The browser has another address some time before its page is drawn.
  useEffect(() => void performance.mark("hydrated"), []);
  useEffect(() => {
    document.documentElement.dataset["drawn"] = pathname + search;
  }, [pathname, search]);

  // What the page itself wrote there is where people are already.
  const isOurs = isSelfNavigation(useNavigationType(), state);

  // Another page: its title, its top, what it is opened for or else its heading. Not the first one: the browser did all that.
  const drawn = useRef(page);
  useEffect(() => {
    if (drawn.current === page) return;
    drawn.current = page;
    onDrawn(page);
    document.title = page.screen.title;
    if (isOurs) return;
    window.scrollTo(0, 0);
    const within = (one: string) => document.querySelector<HTMLElement>(`main ${one}`);
    (within("[data-focus-first]") ?? within("h1"))?.focus({ preventScroll: true });
  }, [page, isOurs, onDrawn]);

  // After it, so that another page's place counts, not its top.
  useEffect(() => {
    if (hash !== "" && !isOurs) reveal(hash);
  }, [page, hash, isOurs]);

  const { brand } = page.brand;
  useEffect(() => void notePageView(search, brand), [pathname, search, brand]);

  // A step of a flow is looked at by itself; of what there is not, the page that says so.
  const viewed = belongs(page, pathname) ? pathname : page.path;
  useEffect(() => tellOfPage(first.page.brand, viewed), [first, viewed]);

  // What is seen is left in a list of this device, where the page says so and there is something to be seen.
  const { remembers, answers } = page.screen;
  const isThere = answers < 400 && !page.unavailable && !page.awaits;
  useEffect(() => {
    if (remembers && isThere) void lists.add(remembers.list, remembers.id);
  }, [lists, remembers, isThere]);
  useEffect(() => tellOpened(page), [page]);

  return (
    <BrandWords value={page.brand.words}>
      <SavedListsContext value={lists}>
        <LoadFor value={load}>
          <Layout current={current}>
            <Screen
              // What a finder found belongs to the address that it was found for.
              key={JSON.stringify([page.screen.screen, resources?.flow.finder ? page.params : {}])}
              page={page}
              resources={resources}
              typed={page === first.page ? typed : undefined}
            />
          </Layout>
        </LoadFor>
      </SavedListsContext>
    </BrandWords>
  );
}
