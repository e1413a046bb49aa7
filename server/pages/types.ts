import type { FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Assets } from "./assets.ts";
import type { Diagnostic, Revision, RunState, Validators } from "../../schemas/engine/all.ts";

/** What pages need of the definitions. */
export interface PageDefinitions {
  /** The live revision of the brand that has this host; the host in lower case, without port. */
  forHost(host: string): { revision: Revision } | undefined;
  /** A live or an older revision. */
  revision(brand: string, hash: string): Promise<Revision | undefined>;
  validators(revision: Revision, flow: string): Validators;
  hosts(): { brand: string; name: string; host: string }[];
  diagnostics(): Diagnostic[];
}

/** What pages need of the runs. */
export interface PageRuns {
  /** This session's newest run of the flow, open or done. */
  current(request: FastifyRequest, brand: string, flow: string): Promise<RunState | null>;
  /** This session's open run whose last attempt led to the failure page with this route. */
  failed(
    request: FastifyRequest,
    brand: string,
    route: string,
  ): Promise<{ run: RunState; flow: string } | null>;
}

export interface PageMails {
  list(): Promise<{ id: string; to: string; subject: string; date: string }[]>;
  read(
    id: string,
  ): Promise<{ to: string; subject: string; date: string; text: string; html: string } | undefined>;
}

export interface PagesOptions {
  definitions: PageDefinitions;
  runs: PageRuns;
  config: {
    mode: "development" | "production";
    /** Folder that holds `brands/<code>/wordmark.svg`. */
    definitionsDir: string;
  };
  assets: Assets;
  /** For the development pages; none in production. */
  mails?: PageMails;
  clock?: Clock;
}
