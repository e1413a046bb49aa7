/** What visitors of a brand's pages are asked before anything of others is loaded, and with which words. */
import {
  consentNotice,
  consentWords,
  plainWords,
  type ConsentPurpose,
  type PageChat,
  type PageConsent,
  type PageTags,
  type Revision,
} from "../../schemas/engine/serve.ts";
import { hash } from "node:crypto";
import { canonicalJson } from "../canonical-json.ts";
import { identityProviderFor, type IdentityConfig } from "../config/identity.ts";
import { frameFor, type FramesConfig } from "../config/frames.ts";
import type { MapsConfig } from "../config/maps.ts";
import { containerFor, type TagsConfig } from "../config/tags.ts";

export interface OthersConfig {
  tags?: TagsConfig;
  maps?: MapsConfig;
  frames?: FramesConfig;
  identity?: IdentityConfig["identity"];
}

/** What of others a brand's pages have, and what is asked for it. */
export interface Others {
  tags?: PageTags;
  chat?: PageChat;
  social?: PageChat;
  identity?: { name: string };
  consent?: PageConsent;
}

const known = new WeakMap<OthersConfig, WeakMap<Revision, Others>>();

/** The same object for the settings of a server and a revision, always. */
export function othersOf(config: OthersConfig, revision: Revision): Others {
  const ofServer = known.get(config) ?? new WeakMap<Revision, Others>();
  known.set(config, ofServer);
  const before = ofServer.get(revision);
  if (before) return before;
  const others = readOthers(config, revision);
  ofServer.set(revision, others);
  return others;
}

function readOthers({ tags, maps, frames, identity }: OthersConfig, revision: Revision): Others {
  const container = containerFor(tags, revision.brand);
  const chat = frameFor(frames, "chat", revision.brand);
  const social = frameFor(frames, "social", revision.brand);
  const provider = identityProviderFor(identity ? { identity } : {}, revision.brand);
  const purposes: ConsentPurpose[] = [
    ...(container === undefined ? [] : (["analytics"] as const)),
    ...(chat === undefined ? [] : (["chat"] as const)),
    ...(maps === undefined && social === undefined ? [] : (["embeds"] as const)),
  ];
  return {
    ...(container === undefined ? {} : { tags: { container, scriptUrl: tags!.scriptUrl } }),
    ...(chat === undefined ? {} : { chat: { url: chat } }),
    ...(social === undefined ? {} : { social: { url: social } }),
    ...(provider === undefined ? {} : { identity: { name: provider.name } }),
    ...(purposes.length === 0 ? {} : { consent: { purposes, words: nameOf(revision, purposes) } }),
  };
}

/** What is read before a choice, word by word. */
export interface AskedWords {
  purpose: ConsentPurpose;
  title: string;
  text: string;
}

/** The words of each purpose as they are shown. */
export function wordsAsked({ public: { brand } }: Revision, purposes: ConsentPurpose[]): AskedWords[] {
  const text = (key: string): string => plainWords(brand.words[key] ?? key);
  const notice = consentNotice.map(text).join("\n");
  return purposes.map((purpose) => {
    const { title, body } = consentWords(purpose);
    return { purpose, title: text(title), text: `${notice}\n${text(title)}\n${text(body)}` };
  });
}

const nameOf = (revision: Revision, purposes: ConsentPurpose[]): string =>
  hash("sha256", canonicalJson(wordsAsked(revision, purposes))).slice(0, 12);
