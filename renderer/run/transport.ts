import type {
  BeginRequest,
  ContinueAnswer,
  ContinueRequest,
  DataAnswer,
  DataRequest,
  DraftAnswer,
  DraftRequest,
  FileAnswer,
  HandoffAnswer,
  HandoffArrival,
  HandoffRequest,
  RunState,
  CancelWaitRequest,
  WaitAnswer,
  WaitCodeRequest,
} from "../../schemas/engine/evaluate.ts";
import { trackingOfVisit } from "../page/visit.ts";
import { answersFrom, readReply, send, type Reply } from "./send.ts";
import { sendFile, type UploadOptions } from "./uploads.ts";

/** The run protocol as the browser speaks it. Tests give another one. */
export interface Transport {
  begin(request: BeginRequest): Promise<Reply<RunState>>;
  /** Tells the state where steps are not done any more because of it. */
  draft(run: string, request: DraftRequest, keepalive?: boolean): Promise<Reply<DraftAnswer | undefined>>;
  /** `captcha` is the provider's token, where the page asks for one and there is one. */
  proceed(
    run: string,
    request: ContinueRequest,
    key: string,
    captcha?: string,
  ): Promise<Reply<ContinueAnswer>>;
  data(request: DataRequest): Promise<Reply<DataAnswer>>;
  /** Sends a file for the field with this path. */
  upload(run: string, path: string, file: File, options: UploadOptions): Promise<Reply<FileAnswer>>;
  /** Asks for a mail to go on with on another device. Left out where the run is on no server. */
  handOff?(run: string, request: HandoffRequest): Promise<Reply<undefined>>;
  /** Puts a run aside for the next person. Left out where the run is on no server, or on one that forgets it with the page. */
  abandon?(run: string): Promise<Reply<undefined>>;
  /** How a run is now. Left out where it is on no server: nothing waits there. */
  state?(run: string): Promise<Reply<WaitAnswer>>;
  /** Gives up what a run waits for. */
  cancelWait?(run: string, request: CancelWaitRequest): Promise<Reply<WaitAnswer>>;
  /** The one-time code that somebody typed, which a run waits for. */
  waitCode?(run: string, request: WaitCodeRequest): Promise<Reply<WaitAnswer>>;
  /** Takes away a file that was sent before. */
  discard(run: string, file: string): Promise<Reply<undefined>>;
}

/** Where a document of what was submitted is. */
export const documentAddress = (run: string, document: string): string =>
  `/api/runs/${encodeURIComponent(run)}/documents/${encodeURIComponent(document)}`;

/** Takes a run here from another device. */
export const acceptHandoff = (request: HandoffArrival): Promise<Reply<HandoffAnswer>> =>
  send("POST", "/api/handoffs", request);

/**
 * The transport to a server: the one that the page came from, which knows its visitor by a cookie; or another one, by its
 * origin, which gives a token that is kept here, as long as the page lives.
 */
export function transportTo(origin = ""): Transport {
  let token: string | undefined;
  // Of a page that is not ours, how the visit began is its own.
  const asOfVisit = (request: BeginRequest): BeginRequest =>
    origin === "" ? { ...request, tracking: trackingOfVisit() } : request;
  const own = (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  const at = (run: string, rest: string): string => `${origin}/api/runs/${encodeURIComponent(run)}/${rest}`;
  return {
    begin: (request) =>
      send<RunState>("POST", `${origin}/api/runs`, asOfVisit(request), {
        headers: own(),
        answered: (headers) => void (token = (origin !== "" && headers.get("x-session")) || token),
      }),
    draft: (run, request, keepalive = false) =>
      send("PATCH", at(run, "answers"), request, { headers: own(), keepalive }),
    proceed: (run, request, key, captcha) =>
      send("POST", at(run, "continue"), request, {
        headers: {
          ...own(),
          "idempotency-key": key,
          ...(captcha === undefined ? {} : { "x-captcha": captcha }),
        },
      }),
    data: answersFrom(origin),
    upload(run, path, file, options) {
      const query = new URLSearchParams({ name: file.name, field: path });
      const address = at(run, `files?${query}`);
      return sendFile(address, file, { ...options, headers: own() }, readReply<FileAnswer>);
    },
    state: (run) =>
      send("GET", `${origin}/api/runs/${encodeURIComponent(run)}`, undefined, { headers: own() }),
    cancelWait: (run, request) => send("POST", at(run, "cancel-wait"), request, { headers: own() }),
    waitCode: (run, request) => send("POST", at(run, "wait-code"), request, { headers: own() }),
    handOff: (run, request) => send("POST", at(run, "handoff"), request),
    abandon: (run) => send("DELETE", `/api/runs/${encodeURIComponent(run)}`),
    discard: (run, file) =>
      send("DELETE", at(run, `files/${encodeURIComponent(file)}`), undefined, { headers: own() }),
  };
}

/** To the server that the page came from. */
export const http: Transport = transportTo();
