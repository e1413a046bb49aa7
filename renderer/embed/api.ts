/** What pages of others see of the module. Published as `vitrina.d.ts` as it is, so it imports nothing and has types alone. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A text, a number, yes or no, several options or the rows of a list, a file, or the data of a whole form. */
export type Answer = string | number | boolean | string[] | { [key: string]: Json };

/** Answers by path: `step.field`, `step.group.field`, `step.list.<row>.field`. */
export type Answers = { [path: string]: Answer | undefined };

/** What is wrong with an answer, shown beside its field. */
export interface Problem {
  path: string;
  message: string;
}

export interface DataRequest {
  /** The flow's data query. */
  data: string;
  /** What it hangs on. */
  inputs: { [name: string]: Answer };
}

export interface DataAnswer {
  status: "ready" | "empty" | "failed";
  options: { value: string; label: string; description?: string }[];
  /** What fields are filled with. */
  value?: unknown;
}

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress(done: number): void;
  signal: AbortSignal;
}

/** A file that was taken. `id` is the page's own name for it. */
export interface FileAnswer {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** MIME type. */
  type: string;
}

/** What is left out is the brand's own. */
export interface Theme {
  /** `#rrggbb`. */
  colours?: { primary?: string; accent?: string; ink?: string; surface?: string };
  radius?: "xs" | "sm" | "md" | "lg" | "xl";
  /** Any `font-family` of CSS. `inherit` takes the page's. */
  font?: string;
}

/** The validators of a flow: the module that a server gives beside it. */
export type Validators = { [name: string]: (value: unknown) => boolean };

/** A flow as a server gives it, with its validators. */
export interface CompiledForm {
  revision: string;
  /** `yyyy-mm-dd` in the brand's time zone. */
  today: string;
  brand: object;
  flow: object;
  /** The module, or its address. */
  validators: Validators | string;
}

interface CommonOptions {
  /** What is answered already. */
  answers?: Answers;
  /** Paths of fields that say from the start what is wrong with them. */
  touched?: string[];
  /** Called after every edit, with all answers that count. */
  onChange?(answers: Answers): void;
  /** How numbers are written, and the language that screen readers are told. The brand's own if left out. */
  locale?: "es-CL" | "es-PE";
  theme?: Theme;
}

/** The run lives in the page, which takes what comes of it. */
interface InPage extends CommonOptions {
  submit?: undefined;
  /**
   * Takes the answers at the end. What it gives back, or its promise, are problems to mend; if it throws, people are
   * told to try again, and nothing of theirs is lost.
   */
  onSubmit(answers: Answers): Promise<Problem[] | void> | Problem[] | void;
  /** Takes a file as soon as it is chosen. Flows that ask for files cannot do without it. */
  onUpload?(path: string, file: File, options: UploadOptions): Promise<FileAnswer>;
  /** A file that is no answer any more. */
  onDiscard?(file: string): void;
}

/**
 * The run is the server's that the flow comes from, with its calls, files, mails and receipt, as on the brand's own
 * site. The brand has to name this page's origin.
 */
interface OnServer extends CommonOptions {
  submit: "server";
  onSubmit?: undefined;
  onUpload?: undefined;
  onDiscard?: undefined;
}

interface FromServer {
  /** Address of a flow on a Vitrina server: `https://marca.example/embed/<flow>.json`. */
  url: string;
  compiled?: undefined;
  data?: undefined;
}

interface FromPage {
  compiled: CompiledForm;
  url?: undefined;
  /** Answers data queries. Without it they fail, and say so where they are needed. */
  data?(request: DataRequest): Promise<DataAnswer>;
}

export type MountOptions = (InPage & (FromServer | FromPage)) | (OnServer & FromServer);

export interface Mounted {
  /** All answers that count now. */
  answers(): Answers;
  /** Takes everything away again. */
  unmount(): void;
}

/**
 * Mounts one flow in an element of any page. It asks step by step, tells of every edit, and hands the answers over at the
 * end; the address, the storage and the title of the page stay as they are. Rejects when a part of it cannot be had.
 */
export type MountFlow = (element: Element, options: MountOptions) => Promise<Mounted>;
