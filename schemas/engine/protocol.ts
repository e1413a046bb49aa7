/** What the server and the browser say to each other. Types only. */
import type { SavedChange } from "./4-evaluate/saved-changes.ts";
import type { SavedEntry } from "./4-evaluate/saved-lists.ts";
import type { ApiErrorCode } from "./api-errors.ts";
import type {
  Answer,
  Answers,
  CompiledBrand,
  CompiledScreen,
  DataState,
  FileAnswer,
  Option,
  Problem,
  StaticEvent,
  Words,
} from "./types/index.ts";

/** A run as its owner sees it. */
export interface RunState {
  run: string;
  flow: string;
  /** What it is about, where its flow says so: one of several runs of that flow. */
  subject?: string;
  /** Hash of the revision that the run began with. */
  revision: string;
  /** Id of the step that is open. */
  step: string;
  /** Grows with every accepted Continuar. A Continuar from an older one is stale. */
  version: number;
  answers: Answers;
  /** Results that rules and words may read: what programs set, and of `submission` its number, day and time once there is one. */
  results: Record<string, unknown>;
  status: "open" | "done";
  /** Steps that were continued from; they can be opened again while the run is open. */
  done: string[];
  /** Of a run that is done: what people read of what was chosen, by path. Lists may not offer it any more. */
  labels?: Record<string, string>;
  /** The dialog that the last attempt ended with, as long as it is not answered. Its words are filled. */
  dialog?: RunDialog;
  /** Route of the failure page that the last attempt led to, if it did. */
  failure?: string;
  /** What that page says in the place of its own words. Filled. */
  failureSays?: Words;
  /** What the run waits for: until it comes, nothing can be answered. */
  wait?: RunWait;
  /** What came of the last wait, until something is pressed. */
  settled?: { wait: string; outcome: Outcome };
}

/** What a run waits for, as its owner sees it. Words are filled. */
export interface RunWait {
  /** Names the wait. It opens nothing. */
  id: string;
  /** The step whose program waits. */
  step: string;
  title: Words;
  body?: Words;
  check?: Words;
  /** Label of what cancels; without, it cannot be cancelled here. */
  cancel?: Words;
  /** Label of the field for a one-time code; without, nothing can be typed. */
  code?: Words;
  /** Where on this site the person goes meanwhile, to pay for example: whoever pressed is taken there. */
  page?: string;
  /** Until when that is good for something: ISO 8601, and the time in the brand's zone. Without, as long as it waits. */
  pageUntil?: { at: string; time: string };
  /** Label of what leads there; without, the common one. */
  open?: Words;
  /** ISO 8601, and the day and time in the brand's zone. */
  began: string;
  until: string;
  day: string;
  time: string;
  /** Something came, or its time is over: what follows is under way. */
  decided?: true;
}

/**
 * `POST /api/runs/<run>/cancel-wait`: the person gives up. Answers 200 with a `WaitAnswer`, whatever was first; refused
 * with `cannot-cancel`.
 */
export interface CancelWaitRequest {
  wait: string;
}

/**
 * `POST /api/runs/<run>/wait-code`: the one-time code that the person typed. The right one is what was waited for; refused
 * with `wrong-code`. After the last try, or where the wait is over, answers 200 with how the run is now.
 */
export interface WaitCodeRequest {
  wait: string;
  /** Six digits. */
  code: string;
}

/** `GET /api/runs/<run>`: how the run is now. */
export interface WaitAnswer {
  state: RunState;
}

/** What is asked before the person goes on. */
export interface RunDialog {
  id: string;
  /** The step that was continued from. */
  step: string;
  title: Words;
  body?: Words;
}

/** `POST /api/runs`: begins a run, or gives back the open one of this session, flow and subject. */
export interface BeginRequest {
  flow: string;
  /** What the run is about: needed of a flow with a subject, and of no other. */
  subject?: string;
  /** The revision that the page was drawn with. */
  revision: string;
  /** What the run is told of the visit. It stays as it is when the run begins. */
  tracking?: {
    /** A random UUID of the day. It opens nothing. */
    userId: string;
    /** Parameters of the address that the visit began at, by their names there, e.g. `utm_source`. */
    campaign: Record<string, string>;
  };
}

/** `GET /api/runs?flow=<id>`, with `&subject=` of a flow that has one: the open run of this session, if there is one. */
export interface CurrentAnswer {
  run: RunState | null;
}

/**
 * `PATCH /api/runs/<run>/answers`: saves a draft, valid or not. `null` removes. Answers 204; 200 with a `DraftAnswer`
 * where steps are not done any more because of it.
 */
export interface DraftRequest {
  version: number;
  answers: Record<string, Answer | null>;
}

export interface DraftAnswer {
  state: RunState;
}

/**
 * `DELETE /api/runs/<run>`: puts an open run aside, with all of its line and the receipts of its flow: nobody sees them here
 * any more. Answers 204.
 * Refused with `busy`, `stale` where it is done, and `no-run`.
 */

/** `POST /api/runs/<run>/continue`, with the header `Idempotency-Key`. */
export interface ContinueRequest {
  step: string;
  version: number;
  /** All visible answers of the step. Null or empty removes what was saved. */
  answers: Record<string, Answer | null>;
  /** A button of the dialog that the last attempt ended with: its program runs instead of the step's. */
  dialog?: { id: string; button: string };
  /** Whether what the person told of themselves stays for later visits too, and not for the next hour alone. */
  keepDetails?: boolean;
}

/** `DELETE /api/details`: forgets what this visitor told of themselves in forms. Answers 204. */

export type Outcome =
  | { go: string }
  /** The dialog's words are filled. The run stays at its step. */
  | { dialog: string; title: Words; body?: Words }
  /** A dialog was closed. These answers were cleared. */
  | { close: string[] }
  /** `failure` says that the submission was not accepted and the answers are kept. */
  /** `keep` names query parameters of the page that go along, `says` what the page of a failure says. */
  | {
      redirect: string;
      failure: boolean;
      keep?: string[];
      /** The browser loads it as if it came there first. */
      anew?: true;
      says?: Words;
      analytics?: StaticEvent;
    }
  | { refuse: Problem[] }
  /** The run waits: what for is in its state. */
  | { wait: string };

export interface ContinueAnswer {
  state: RunState;
  outcome: Outcome;
  /** Fresh options by data query, where a chosen option had gone, or what was chosen was cleared. */
  options?: Record<string, Option[]>;
}

/** `POST /api/data`: what a data query of a flow or of a screen gives for these inputs. Needs no run. */
export interface DataRequest {
  revision: string;
  flow?: string;
  screen?: string;
  data: string;
  inputs: Record<string, Answer>;
}

/** `POST /api/opened`: somebody looks at a page whose screen says `opened`. Answers 204. */
export interface OpenedRequest {
  revision: string;
  screen: string;
  /** Of the route. */
  params: Record<string, string>;
}

export interface DataAnswer {
  status: "ready" | "empty" | "failed";
  options: Option[];
  value?: unknown;
  /** With `empty`: what was asked for was there once. */
  gone?: true;
  /** Names the content. */
  hash: string;
}

/**
 * `POST /api/runs/<run>/files?name=<name>&field=<path>`: uploads a file of an open run, before the answer that names it.
 * The body is the file as it is, its `Content-Type` the MIME type that the browser says. Answers 201. What it holds is
 * looked at: the type is what it is, not what it is called. Refused with `file-empty`, `file-too-large`, `file-type`,
 * `file-name`, `too-many-files`, `too-many`, and `unknown-key` where `field` is no file of the flow.
 *
 * `GET /api/runs/<run>/files/<id>` gives it back to its owner, as a download. `DELETE` of the same removes it, with 204:
 * not while an attempt is at work (`busy`), and never after it was submitted (`file-submitted`). Of another's file, or of
 * none, all say `no-file` or `no-run`.
 */
export interface UploadQuery {
  name: string;
  /** Full path of the field that asks for it. */
  field: string;
}

export type UploadAnswer = FileAnswer;

export type { ApiErrorCode };

/** Every refusal of the API has this body. */
export interface ApiProblem {
  /** A permanent code; `docs/api-errors.md` tells when each comes. */
  error: ApiErrorCode;
  /** For people, in Spanish. */
  message: string;
  requestId: string;
  /** The current state, with `stale`. */
  state?: RunState;
  /** With `stale`: what was done with answers before this step does not hold any more, because they changed. */
  reason?: "changed";
  /** With `went`: when the run was gone on with on another device. */
  went?: RunTransfer;
  /** With `hidden-value`: queries that its rules read, and that may say something else by now. */
  queries?: string[];
}

/** When a run went to another device, in the brand's zone: `2026-11-22` and `18:42`. */
export interface RunTransfer {
  day: string;
  time: string;
}

/**
 * `POST /api/runs/<run>/handoff`: mails a link and a code to go on with on another device. Answers 202. Refused with
 * `mail-address`, and with `too-many` where there were too many for this run or address.
 */
export interface HandoffRequest {
  email: string;
}

/**
 * `POST /api/handoffs`: the run of a link becomes this visitor's. `replace` puts the one aside that is open here. Refused
 * with `wrong-code`, `handoff-over` (used, too late, or no try left), and `other-open` where one is open here.
 */
export interface HandoffArrival {
  token: string;
  code: string;
  replace?: boolean;
}

export interface HandoffAnswer {
  /** Address of the step to go on with. */
  path: string;
}

/** By what a page proves that a person uses it: a token of the provider, sent as `x-captcha` with each Continuar. */
export interface PageCaptcha {
  provider: "recaptcha" | "turnstile";
  siteKey: string;
  scriptUrl: string;
  /** What the token is for, as the provider is told. */
  action: string;
  /** How many each press brings, with a space between: a token is good once, and a service may verify one of its own. */
  tokens: number;
}

/** What a page needs that draws on a provider's map. */
export interface PageMaps {
  /** Public: the page shows it to the provider. */
  key: string;
  scriptUrl: string;
}

/** The container of tags that a brand's pages load. */
export interface PageTags {
  /** Its id. Public. */
  container: string;
  scriptUrl: string;
}

/** What a page may load of others, each only once somebody allows it. */
export type ConsentPurpose = "analytics" | "chat" | "embeds";

/** What visitors of a brand's pages are asked, before anything of others is loaded. */
export interface PageConsent {
  purposes: ConsentPurpose[];
  /** Names the words that they are asked with: what was chosen with other words is asked anew. */
  words: string;
}

/** `POST /api/consent`: what somebody allows of what the page asks for. */
export interface ConsentRequest {
  revision: string;
  words: string;
  purposes: ConsentPurpose[];
}

/** The code by which the record of it is found. */
export interface ConsentAnswer {
  visitor: string;
}

/** The chat of a brand: a page of another site, in a frame. */
export interface PageChat {
  url: string;
}

/** What a finder asks and finds at an address: the answers that hold, and the data that was there in time. */
export interface FinderState {
  answers: Answers;
  data: Record<string, DataState>;
}

/** What a page is drawn from. In the HTML as JSON, and at `GET /api/page?path=<path>`. */
export interface Page {
  revision: string;
  /** Address path without query, e.g. `/contacto/confirmacion`. */
  path: string;
  /** Of a page of results: what of its query says which ones are shown. */
  search?: string;
  brand: CompiledBrand;
  screen: CompiledScreen;
  /** Parameters of the route. The step's slug is `step`. */
  params: Record<string, string>;
  /** In the brand's time zone. */
  today: string;
  /** The flow of the screen, whose public part is at `/definitions/<revision>/<flow>.json`, and this session's open run. */
  flow?: {
    id: string;
    revision: string;
    run: RunState | null;
    /** It is a finder: nobody's run. */
    finder?: true;
    found?: FinderState;
    /** Of a form that nobody began: what its first step offers, as far as it was there in time. */
    offered?: Record<string, DataState>;
    /** The run that was here, and has gone to another device. */
    went?: RunTransfer;
    /** What the visitor told of themselves in another form of the site, as answers of this one; `kept` for later visits. */
    known?: { answers: Answers; kept: boolean };
  };
  /** What the queries of the screen gave, as far as it was there in time. The inputs are those that the browser knows. */
  data?: Record<string, DataState>;
  /** What the visitor's browser keeps, as far as the queries read it: ids by list. */
  saved?: Record<string, string[]>;
  /** The queries without which the page is not there, where nobody knew in time: the page is to be asked for again. */
  awaits?: true;
  /** Where they failed: whether there is such a page, nobody can say now. */
  unavailable?: true;
  /** Of a page with a view that draws on a map, where the installation has a provider. The document's policy lets its script in. */
  maps?: PageMaps;
  /** Where the brand has one. The document's policy lets its script in. */
  tags?: PageTags;
  /** Where the brand's pages would load anything of others. */
  consent?: PageConsent;
  /** Where the brand has one. */
  chat?: PageChat;
  /** Of a page with a block that shows it, where the brand has one: a page of a social network, in a frame. */
  social?: PageChat;
  /** Of the page of the form with which people sign in: what they know the brand's identity provider as, where it has one. */
  identity?: { name: string };
  /** Of a flow that asks for one, where the installation has a provider. The document's policy lets its script in. */
  captcha?: PageCaptcha;
  /**
   * What of others the policy of its document lets in: the names of `captcha`, `maps` and `tags`, and the origins of frames.
   * A page that needs what the document that it would be drawn in does not let in has a document of its own.
   */
  lets?: string[];
  /** On a failure page: the run whose attempt failed, where its form is, and the step that failed. */
  failed?: { run: RunState; base: string; path: string };
  /** Where a page that leads on goes: a path of this site, or an address of another of the brand's. */
  leadsTo?: string;
  requestId: string;
}

/** `POST /api/account/saved-lists`: what changed of the lists that an account keeps too, by list. */
export interface AccountListsRequest {
  /** Of which sign-in the device agreed before; left out where it has agreed with none. */
  of?: string;
  lists: Record<string, SavedChange>;
}

/** How they are in the account now. Without `of` nobody is signed in; of another sign-in, nothing was changed. */
export interface AccountListsAnswer {
  of?: string;
  lists?: Record<string, SavedEntry[]>;
}
