import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import {
  fieldAt,
  plainWords,
  prepare,
  type Answers,
  type CompiledFlow,
  type Page,
  type Prepared,
  type RunState,
} from "../../schemas/engine/evaluate.ts";
import { OutsideSite } from "../page/outside-site.ts";
import type { FlowResources } from "../run/resources.ts";
import { BrandWords } from "../page/words.ts";
import { IdPrefix } from "../run/field-id.ts";
import RunView from "../flow/RunView.tsx";
import type { Memory } from "../run/memory.ts";
import type { FlowStore } from "../run/store.ts";
import { loadWidgets } from "../widgets/lazy-widgets.ts";
import type { MountFlow, MountOptions } from "./api.ts";
import { brandFont } from "./font.ts";
import { loadForm, type EmbeddedFlow } from "./load-form.ts";
import { localRun } from "./local-run.ts";
import { serverRun } from "./server-run.ts";
import { brandFor, inLocale, properties } from "./theme.ts";

export type { EmbeddedFlow };

/** Nothing is kept in the host page's storage. */
const forgetful: Memory = {
  unsaved: () => null,
  keepUnsaved() {},
  attempt: () => null,
  told: () => [],
  keepTold() {},
  filled: () => ({}),
  keepFilled() {},
  keepAttempt() {},
  forgetAttempt() {},
  forget() {},
};

const route = "/";
/** What the style sheet is about: nothing else of the page. */
const scope = "vitrina";
let mounts = 0;

export const mountFlow: MountFlow = async (element, options) => {
  check(element, options);
  const { form, site, data } = await loadForm(options);
  const { revision } = form;
  const flow = inLocale(form.flow, options.locale);
  const brand = brandFor(form.brand, options);
  const id = `v${++mounts}`;
  const font = brandFont(element, form.brand, { id, options, site });
  const look = properties(brand, options, font?.family);
  const prepared = prepare(flow, form.validators);
  // Its token is for the server that gets the answers.
  const captcha = options.submit === "server" ? form.captcha : undefined;
  const { answers = {}, touched = [], onChange } = options;
  checkAnswers(prepared, answers, touched);
  checkFinder(flow);
  checkFiles(flow, options);
  await loadWidgets(flow);
  if (element.classList.contains(scope))
    throw new Error("mountFlow: a form is mounted in this element already");

  let store: FlowStore | undefined;
  const { transport, first } =
    options.submit === "server"
      ? { transport: serverRun(site!), first: null }
      : localRun({ ...options, flow, revision, answers, data, store: () => store! });
  const resources: FlowResources = {
    flow,
    revision,
    prepared,
    View: RunView,
    home: {
      transport,
      memory: forgetful,
      form: () => element.firstElementChild ?? undefined,
      began(begun) {
        // Those of the first journey; whoever begins once more begins with nothing.
        const isFirst = store === undefined;
        if (isFirst) for (const path of touched) begun.touch(path);
        store = begun;
        // The server's run begins empty: what is answered already is an edit like any other.
        if (isFirst && !first) setTimeout(() => begun.setMany(answers));
        if (onChange) begun.onEdit(() => onChange(begun.evaluation().values));
      },
    },
  };
  element.classList.add(scope);
  font?.add();
  const root = createRoot(element);
  root.render(
    <MemoryRouter initialEntries={[route]}>
      <OutsideSite value={{ site }}>
        <BrandWords value={brand.words}>
          <IdPrefix value={`${id}-`}>
            <div lang={brand.locale} className="vitrina-form" style={look}>
              <RunView page={pageOf({ ...form, brand, flow, captcha }, first)} resources={resources} />
            </div>
          </IdPrefix>
        </BrandWords>
      </OutsideSite>
    </MemoryRouter>,
  );
  let mounted = true;
  return {
    answers: () => store?.evaluation().values ?? answers,
    unmount() {
      if (!mounted) return;
      mounted = false;
      root.unmount();
      font?.remove();
      element.classList.remove(scope);
      if (element.className === "") element.removeAttribute("class");
    },
  };
};

function check(element: Element, options: MountOptions): void {
  // Of another window's document, it is no `Element` of this one.
  if ((element as Element | null)?.nodeType !== 1)
    throw new Error("mountFlow: there is no element to mount in");
  const { submit, url, onSubmit, onUpload, onDiscard } = options;
  if (submit !== undefined && submit !== "server")
    throw new Error(`"submit" is "server" or left out, not ${JSON.stringify(submit)}`);
  if (submit === undefined) {
    if (typeof onSubmit !== "function") throw new Error(`mountFlow needs "onSubmit", a function`);
  } else {
    if (url === undefined) throw new Error(`"submit": "server" needs "url"`);
    if (onSubmit ?? onUpload ?? onDiscard)
      throw new Error(`"submit": "server" leaves "onSubmit", "onUpload" and "onDiscard" to the server`);
  }
}

/** @throws {Error} for paths that nobody can answer at, and for what is no answer. */
function checkAnswers(prepared: Prepared, answers: Answers, touched: string[]): void {
  const unknown = [...Object.keys(answers), ...touched].filter((path) => {
    const field = fieldAt(prepared, path);
    return !field || field.type === "group" || field.type === "display";
  });
  if (unknown.length > 0) throw new Error(`the form does not ask for ${unknown.join(", ")}`);
  const isAnswer = (value: unknown): boolean =>
    value !== null && ["undefined", "string", "number", "boolean", "object"].includes(typeof value);
  const wrong = Object.keys(answers).filter((path) => !isAnswer(answers[path]));
  if (wrong.length > 0) throw new Error(`what is given for ${wrong.join(", ")} is no answer`);
}

/** @throws {Error} for a finder: what it finds is drawn by a page of the brand's own site. */
function checkFinder({ flow, finder }: CompiledFlow): void {
  if (!finder) return;
  throw new Error(
    `"${flow}" is a finder, whose results are on a page of the brand's site: link to that page`,
  );
}

/** @throws {Error} when nobody is there to take the files that a flow asks for. */
function checkFiles({ fields }: CompiledFlow, { onUpload, submit }: MountOptions): void {
  if (submit === "server") return;
  const files = Object.values(fields).filter(({ type }) => type === "file");
  if (files.length > 0 && !onUpload) {
    throw new Error(
      `${files.map(({ path }) => path).join(", ")} asks for a file: mountFlow needs "onUpload"`,
    );
  }
}

/** The page that a flow of its own would stand on. */
const pageOf = ({ brand, flow, revision, today, captcha }: EmbeddedFlow, run: RunState | null): Page => ({
  revision,
  path: route,
  brand,
  screen: {
    screen: flow.flow,
    route,
    title: plainWords(flow.title),
    indexed: false,
    answers: 200,
    breadcrumbs: [],
    blocks: [],
    flow: flow.flow,
  },
  params: {},
  today,
  flow: { id: flow.flow, revision, run },
  ...(captcha ? { captcha } : {}),
  requestId: "",
});
