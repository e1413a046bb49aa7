/** Which pages are fetched before somebody goes there, and when: what says so is made up here. */
import { afterEach, beforeEach, expect, it, test, vi } from "vitest";
import { followIntent, mayLoadAhead } from "../../renderer/app/follow-intent.ts";
import { compiledBrand } from "../support/definitions.ts";

const { screens } = (await compiledBrand("SI")).public.brand;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const origin = "http://si.localhost:3000";

/** A link, as far as it is looked at. */
const link = (href: string, more: object = {}) => {
  const { pathname, search, origin: theirs } = new URL(href, origin);
  const one = { pathname, search, origin: theirs, target: "", download: "", ...more, closest: () => one };
  return one;
};

function opened({ at = "/", sparing = false, of = screens } = {}) {
  const acts: Record<string, (event: object) => void> = {};
  const loaded: string[] = [];
  const { pathname, search } = new URL(at, origin);
  followIntent(of, {
    page: { addEventListener: (type: string, act: unknown) => void (acts[type] = act as () => void) },
    here: () => ({ origin, pathname, search }),
    isSparing: () => sparing,
    load: (path) => void loaded.push(path),
  });
  return {
    loaded,
    tell: (sign: string, target: object = {}, ms = 70) => {
      acts[sign]!({ target });
      vi.advanceTimersByTime(ms);
    },
  };
}

test.each(["pointerover", "focusin", "touchstart"])(
  "%s on a link for a moment fetches its page, once",
  (sign) => {
    const { loaded, tell } = opened();
    const news = link("/noticias");
    tell(sign, news, 60);
    expect(loaded).toEqual([]);
    tell(sign, news, 10);
    tell("pointerover");
    tell(sign, news);
    expect(loaded).toEqual(["/noticias"]);
  },
);

test.each(["pointerover", "click", "touchmove", "pointercancel"])(
  "%s elsewhere, or to go there, takes it back",
  (sign) => {
    const { loaded, tell } = opened();
    tell("pointerover", link("/noticias"), 30);
    tell(sign);
    expect(loaded).toEqual([]);
  },
);

test.each<[what: string, href: string, more?: object, around?: { at?: string; sparing?: boolean }]>([
  ["another site", "https://otro.example/noticias"],
  ["an address with a query, which may be anything", "/vehiculos?marca=kia"],
  ["a new window", "/noticias", { target: "_blank" }],
  ["a file to keep", "/noticias", { download: "a.pdf" }],
  ["what the API gives", "/api/page/documents/ficha"],
  ["the page one is at", "/noticias", {}, { at: "/noticias" }],
  ["nothing, where data is to be spared", "/noticias", {}, { sparing: true }],
  ["nothing, from a page with a secret", "/noticias", {}, { at: "/documentos/Zq3xK9vT0aLm2RwY" }],
])("not %s", (_what, href, more, around) => {
  const { loaded, tell } = opened(around);
  tell("pointerover", link(href, more));
  expect(loaded).toEqual([]);
});

it("fetches no more than forty", () => {
  const { loaded, tell } = opened({ of: [{ ...screens[0]!, route: "/notas/:nota" }] });
  for (let at = 0; at < 50; at += 1) tell("pointerover", link(`/notas/${at}`));
  expect(loaded).toHaveLength(40);
});

test.each<[string, boolean]>([
  ["/", true],
  ["/contacto", true],
  ["/noticias/que-es-el-chevy-plan", true],
  ["/contacto/confirmacion", false],
  ["/mi-cuenta", false],
  ["/documentos/Zq3xK9vT0aLm2RwY", false],
  ["/cancela-tu-compra", false],
  ["/306", false],
  ["/404", false],
  ["/media/cars/a.avif", false],
])("%s: %s", (path, may) => {
  expect(mayLoadAhead(screens, path)).toBe(may);
});
