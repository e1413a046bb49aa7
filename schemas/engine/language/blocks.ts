// Made from the blocks of schemas/language/screen.schema.json by npm run check -- --fix: change those.
/** Where the words of each block stand, `*` for each element of a list, and whether they are Markdown. */
export const blockTexts = {
  hero: [
    { at: ["title"], markdown: true },
    { at: ["body"], markdown: true },
    { at: ["action", "label"], markdown: false },
  ],
  flow: [
    { at: ["drawer", "open"], markdown: false },
    { at: ["drawer", "show"], markdown: false },
  ],
  failure: [
    { at: ["title"], markdown: true },
    { at: ["body"], markdown: true },
    { at: ["retry"], markdown: true },
    { at: ["back"], markdown: true },
    { at: ["leaving"], markdown: true },
  ],
  cards: [
    { at: ["title"], markdown: true },
    { at: ["body"], markdown: true },
    { at: ["items", "*", "title"], markdown: true },
    { at: ["items", "*", "body"], markdown: true },
    { at: ["items", "*", "action", "label"], markdown: false },
  ],
  facts: [
    { at: ["title"], markdown: true },
    { at: ["items", "*", "title"], markdown: true },
    { at: ["items", "*", "body"], markdown: true },
  ],
  office: [
    { at: ["title"], markdown: true },
    { at: ["body"], markdown: true },
    { at: ["action", "label"], markdown: false },
  ],
  banner: [
    { at: ["title"], markdown: true },
    { at: ["items", "*", "title"], markdown: true },
    { at: ["items", "*", "body"], markdown: true },
    { at: ["items", "*", "action", "label"], markdown: false },
  ],
  questions: [
    { at: ["title"], markdown: true },
    { at: ["body"], markdown: true },
    { at: ["items", "*", "title"], markdown: true },
    { at: ["items", "*", "items", "*", "title"], markdown: true },
    { at: ["items", "*", "items", "*", "body"], markdown: true },
  ],
  sections: [
    { at: ["title"], markdown: true },
    { at: ["body"], markdown: true },
    { at: ["items", "*", "title"], markdown: true },
    { at: ["items", "*", "body"], markdown: true },
  ],
  view: [
    { at: ["title"], markdown: true },
    { at: ["body"], markdown: true },
    { at: ["actions", "*", "label"], markdown: false },
    { at: ["actions", "*", "to"], markdown: false },
    { at: ["item", "title"], markdown: true },
    { at: ["item", "text"], markdown: true },
    { at: ["item", "facts", "*", "label"], markdown: false },
    { at: ["item", "facts", "*", "text"], markdown: true },
    { at: ["item", "link", "label"], markdown: true },
    { at: ["sort", "label"], markdown: false },
    { at: ["sort", "placeholder"], markdown: false },
    { at: ["sort", "options", "*", "label"], markdown: false },
    { at: ["says", "empty"], markdown: false },
    { at: ["says", "idle"], markdown: false },
    { at: ["says", "loading"], markdown: false },
    { at: ["says", "failed"], markdown: false },
    { at: ["says", "one"], markdown: false },
    { at: ["says", "many"], markdown: false },
    { at: ["says", "hint"], markdown: false },
    { at: ["says", "clear"], markdown: false },
    { at: ["says", "forget"], markdown: false },
    { at: ["action", "label"], markdown: false },
  ],
} as const satisfies Record<string, readonly { at: readonly string[]; markdown: boolean }[]>;

/** Where the links of each block stand. */
export const blockLinks = {
  hero: [["action"]],
  flow: [],
  failure: [],
  cards: [["items", "*", "action"]],
  facts: [],
  office: [["action"]],
  banner: [["items", "*", "action"]],
  questions: [],
  sections: [],
  view: [["action"]],
} as const satisfies Record<string, readonly (readonly string[])[]>;
