import { useLocation } from "react-router";
import { boundAddress, plainWords, searchOf, type Page, type Words } from "../../schemas/engine/evaluate.ts";
import { pageParameters } from "../page/filter-address.ts";
import { routeParams } from "../page/route-params.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { useFlow, useLeaf } from "../run/context.ts";
import classes from "./tabs.module.css";

/** Of a block: the question whose options are links over the results, and what the first of them says, without a choice. */
export interface TabsSlot {
  field: string;
  all: Words;
}

/** Each option of a question as a link to the page with that option alone, and one to the page without any. */
export function Tabs({ page, tabs }: { page: Page; tabs: TabsSlot }) {
  const { flow, store } = useFlow();
  const { value, options = [] } = useLeaf(tabs.field);
  const { pathname, search } = useLocation();
  const { screen } = page;
  const isMany = flow.fields[tabs.field]?.type === "choices";
  const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const query = new URLSearchParams(search);
  for (const name of pageParameters(screen)) query.delete(name);
  const here = { path: pathname, search: searchOf(query) };
  const { [tabs.field]: _, ...others } = store.evaluation().values;
  const addressOf = (one?: string): string => {
    const answers = one === undefined ? others : { ...others, [tabs.field]: isMany ? [one] : one };
    const { path, search: asked } = boundAddress(screen, answers, here, routeParams(screen, pathname) ?? {});
    return path + asked;
  };
  const links = [
    { key: "", label: tabs.all, isHere: chosen.length === 0 },
    ...options.map((one) => ({
      key: one.value,
      label: one.label,
      isHere: chosen.length === 1 && chosen[0] === one.value,
    })),
  ];
  return (
    <nav className={classes["tabs"]} aria-label={plainWords(flow.fields[tabs.field]?.label ?? "")} data-tabs>
      <ul>
        {links.map(({ key, label, isHere }) => (
          <li key={key}>
            <SiteLink to={addressOf(key === "" ? undefined : key)} aria-current={isHere ? "true" : undefined}>
              {plainWords(label)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
