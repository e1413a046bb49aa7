import type { FastifyRequest } from "fastify";
import type { CaptchaConfig } from "../config/protection.ts";
import type { Revision } from "../../schemas/engine/serve.ts";
import type { Clock } from "../clock.ts";
import type { Definitions } from "../definitions/definitions.ts";
import type { Drawing } from "../documents/drawing.ts";
import type { WordError } from "../http/error-sentences.ts";
import type { MediaConfig } from "../config/media.ts";
import type { FramesConfig } from "../config/frames.ts";
import type { MapsConfig } from "../config/maps.ts";
import type { TagsConfig } from "../config/tags.ts";
import type { PageData } from "../runs/page-data.ts";
import type { Runs } from "../runs/runs.ts";
import type { Assets } from "./assets.ts";
import type { PreviewSource } from "./preview-pages.ts";

/** What pages need of the definitions. */
export type PageDefinitions = Pick<
  Definitions,
  "forHost" | "prepared" | "revision" | "validators" | "hosts" | "diagnostics" | "contentStatus" | "live"
>;

export interface PageMails {
  list(): Promise<{ id: string; to: string; subject: string; date: string }[]>;
  read(
    id: string,
  ): Promise<{ to: string; subject: string; date: string; text: string; html: string } | undefined>;
}

export interface PagesOptions {
  definitions: PageDefinitions;
  /** What an error says on a page. */
  wordError: WordError;
  runs: Runs;
  pageData: PageData;
  /** Who is signed in; undefined where nobody is. */
  personOf?: (request: FastifyRequest) => Promise<string | undefined>;
  drawing: Drawing;
  config: {
    mode: "development" | "production";
    /** Folder that holds `brands/<code>/wordmark.svg`. */
    definitionsDir: string;
    /** How sites are reached, for links to them. */
    port: number;
    publicUrl?: URL;
    /** Whether browsers keep a page for when there is no connection; false takes it back. */
    offlinePage?: boolean;
    /** Left out, no page asks for one. */
    captcha?: CaptchaConfig;
    /** Left out, pages draw a map of our own. */
    maps?: MapsConfig;
    /** Left out, no page loads a container of tags. */
    tags?: TagsConfig;
    /** Left out, no page shows a chat, nor anything of a social network. */
    frames?: FramesConfig;
  } & MediaConfig;
  assets: Assets;
  /** Content that is not live yet, for those who have a link to it. */
  previews?: PreviewSource;
  /** For the development pages; none in production. */
  mails?: PageMails;
  /** Deliveries that nobody tries any more, the newest first. */
  dead?: () => Promise<
    { id: string; brand: string; kind: string; created_at: string; last_error: string | null }[]
  >;
  /** When a revision was published, as ISO 8601. */
  published?: (revision: Revision) => Promise<string | undefined>;
  /** The addresses of pages that services tell of. @throws {ApiError} where one does not say. */
  addresses?: (revision: Revision) => Promise<string[]>;
  clock?: Clock;
}
