import { content } from "./messages/content.ts";
import type { Message } from "./messages/message.ts";
import { reading } from "./messages/reading.ts";
import { references } from "./messages/references.ts";
import { rules } from "./messages/rules.ts";
import { shape } from "./messages/shape.ts";
import { words } from "./messages/words.ts";

const all = { ...reading, ...shape, ...references, ...rules, ...words, ...content };

/** A permanent word. Each has a heading in `schemas/language/diagnostics.md` and a folder in `fixtures/broken`. */
export type DiagnosticCode = keyof typeof all;

/** What each diagnostic says. The only place where these words stand. */
export const messages: Record<DiagnosticCode, Message> = all;
