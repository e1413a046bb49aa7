// Made from the grammars of schemas/language by npm run check -- --fix: change those.
import type { Rule, ValueType } from "./answers.ts";

/** A key of a field that goes to the browser as it is written. */
export type KeptKey =
  | "range"
  | "ordered"
  | "tone"
  | "total"
  | "slideBy"
  | "looksUp"
  | "asksAgain"
  | "document"
  | "keyboard"
  | "autocomplete"
  | "detail"
  | "secret"
  | "domains"
  | "capitalize"
  | "formerly";

export interface WrittenBrandFile {
  brand?: string;
  defaults?: string;
  extends?: string;
  facts?: { [key: string]: WrittenBrandFact };
  vocabulary?: Record<string, WrittenBrandTerm>;
  hosts?: string[];
  embeddedBy?: string[];
  group?: string;
  theme?: {
    colours?: {
      primary: string;
      accent: string;
      ink: string;
      surface: string;
    };
    radius?: "xs" | "sm" | "md" | "lg" | "xl";
    font?: WrittenBrandOwnFont | WrittenBrandFont;
    hero?: "primary" | "ink" | "light";
    illustrations?: Record<string, WrittenBrandDrawingFile | WrittenBrandDrawing>;
  };
  site?: {
    organization?: string;
    menu?: WrittenBrandMenuItem[];
    footer?: WrittenBrandFooterColumn[];
    signIn?: {
      to: string;
      parameter: string;
      returns: string;
    };
    search?: {
      label: string;
      to: string;
      parameter: string;
    };
    badges?: WrittenBrandBadge[];
    hours?: WrittenBrandHours[];
    closedOn?: {
      content: string;
    };
    phone?: string;
    whatsapp?: string;
    email?: string;
    address?: WrittenBrandAddress;
    legal?: string;
    picturesNote?: string;
  };
  screens?: string[];
}

export type WrittenBrandFont = "archivo" | "figtree" | "manrope" | "nunito-sans" | "outfit" | "rubik";

export interface WrittenBrandOwnFont {
  name: string;
  file: string;
  licence: string;
  weights?: number[];
}

export type WrittenBrandDrawingFile = string;

export type WrittenBrandDrawing =
  | "calendar"
  | "cone"
  | "hatchback"
  | "message"
  | "paint"
  | "parts"
  | "pickup"
  | "suv"
  | "tag"
  | "tools"
  | "wheel";

export type WrittenBrandFact =
  | string
  | number
  | boolean
  | string[]
  | Record<string, string | number | boolean>;

export interface WrittenBrandTerm {
  noun: string;
  article: "el" | "la" | "los" | "las";
}

export interface WrittenBrandLink {
  label: string;
  to: string;
  signIn?: true;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenBrandMenuLink {
  label: string;
  to?: string;
  links?: WrittenBrandLink[];
  signIn?: true;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenBrandMenuItem {
  label: string;
  to?: string;
  links?: WrittenBrandMenuLink[];
  signIn?: true;
  signedIn?: string;
  highlighted?: boolean;
}

export interface WrittenBrandBadge {
  savedList: string;
  label: string;
  to: string;
  hideEmpty?: true;
}

export interface WrittenBrandFooterColumn {
  title: string;
  links: WrittenBrandLink[];
}

export interface WrittenBrandHours {
  days: string;
  hours: string;
}

export interface WrittenBrandAddress {
  text: string;
  map?: string;
}

export interface WrittenContentTypeFile {
  content: string;
  description: WrittenContentTypeDescription;
  many?: boolean;
  fields: WrittenContentTypeFields;
}

export type WrittenContentTypeDescription = string;

export type WrittenContentTypeRequired = boolean;

export type WrittenContentTypeFields = Record<string, WrittenContentTypeField>;

export type WrittenContentTypeField =
  | WrittenContentTypeTextList
  | WrittenContentTypeList
  | WrittenContentTypeValue;

export interface WrittenContentTypeValue {
  type: WrittenContentTypeType;
  description: WrittenContentTypeDescription;
  required?: WrittenContentTypeRequired;
}

export interface WrittenContentTypeTextList {
  type: WrittenContentTypeType;
  description: WrittenContentTypeDescription;
  required?: WrittenContentTypeRequired;
  of: "text" | "date" | "email";
}

export interface WrittenContentTypeList {
  type: WrittenContentTypeType;
  description: WrittenContentTypeDescription;
  required?: WrittenContentTypeRequired;
  fields: WrittenContentTypeFields;
}

export type WrittenContentTypeType =
  | "text"
  | "words"
  | "number"
  | "boolean"
  | "date"
  | "address"
  | "email"
  | "list";

export type WrittenContentFile = { [key: string]: WrittenContentValue };

export type WrittenContentValue = string | number | boolean | WrittenContentRow[];

export type WrittenContentRow = string | Record<string, WrittenContentValue>;

export interface WrittenField {
  kind: string;
  label?: string;
  hint?: string;
  placeholder?: string;
  text?: string;
  picture?: string;
  to?: string;
  until?: string;
  over?: string;
  row?: string;
  add?: string;
  items?: Record<string, WrittenDisplayItem>;
  fields?: WrittenFields;
  range?: WrittenRange;
  below?: string;
  above?: string;
  use?: string;
  with?: Record<string, Rule>;
  min?: number;
  max?: number;
  ordered?: boolean;
  tone?: "info" | "success" | "warning";
  total?: true;
  required?: boolean;
  requiredWhen?: Rule;
  visibleWhen?: Rule;
  enabledWhen?: Rule;
  computed?: Rule;
  schema?: WrittenLeafSchema;
  limits?: WrittenLimits;
  share?: WrittenShare;
  slideBy?: number;
  says?: WrittenSays;
  checks?: WrittenCheck[];
  variants?: WrittenVariant[];
  problems?: Record<string, string>;
  options?: WrittenOptions;
  looksUp?: string;
  asksAgain?: string;
  event?: {
    date: string;
    time: string;
    minutes: number;
  };
  document?: string;
  accepts?: WrittenAccepts;
  maxSize?: WrittenMaxSize;
  format?: WrittenFormat;
  widget?: WrittenWidget;
  keyboard?: WrittenKeyboard;
  autocomplete?: string;
  detail?: string;
  secret?: true;
  domains?: string[];
  capitalize?: "none" | "words" | "characters";
  resets?: string[];
  onlyFor?: WrittenOnlyFor;
  personal?: boolean;
  basis?: string;
  why?: string;
  formerly?: string;
}

export type WrittenOptions =
  | string[]
  | {
      list: WrittenOption[];
      where?: Rule;
      enabledWhere?: Rule;
    }
  | {
      data: string;
      also?: WrittenOption[];
      where?: Rule;
      enabledWhere?: Rule;
    }
  | {
      page: string;
      rows: string;
      zero?: "shown" | "disabled" | "hidden";
    }
  | {
      tree?: string;
      under?: string;
      where?: Rule;
      enabledWhere?: Rule;
    };

export interface WrittenOption {
  value: string;
  label?: string;
  description?: string;
  icon?: WrittenIcon;
  onlyFor?: WrittenOnlyFor;
}

export type WrittenIcon =
  | "box"
  | "calendar"
  | "car"
  | "chat"
  | "document"
  | "key"
  | "money"
  | "paint"
  | "person"
  | "shield"
  | "truck"
  | "wrench";

export interface WrittenLeafSchema {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: "email";
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
}

export interface WrittenCheck {
  rule: Rule;
  says: string;
}

export type WrittenFormatName =
  | "phone"
  | "digits"
  | "code"
  | "whole"
  | "amount"
  | "date"
  | "time"
  | "withoutSpaces"
  | "rut"
  | "plate";

export interface WrittenFormatWith {
  operation: WrittenFormatName;
  with: Record<string, Rule>;
}

export type WrittenOnlyFor = Record<string, (string | number | boolean)[] | string | number | boolean>;

export type WrittenSays = Record<string, string> | string;

export interface WrittenVariant {
  when: Rule;
  schema?: WrittenLeafSchema;
  says?: WrittenSays;
  format?: WrittenFormat;
  keyboard?: WrittenKeyboard;
}

export type WrittenFields = Record<string, WrittenField>;

export interface WrittenDisplayItem {
  label?: string;
  text?: string;
  total?: true;
  visibleWhen?: Rule;
  onlyFor?: WrittenOnlyFor;
}

export type WrittenAccepts = ("pdf" | "jpg" | "jpeg" | "png" | "webp" | "docx" | "xlsx")[];

export type WrittenMaxSize = number;

export interface WrittenParameter {
  description: string;
  default?: Rule;
}

export interface WrittenValueSchema {
  type?: "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";
  properties?: Record<string, WrittenValueSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: WrittenValueSchema;
  record?: string;
  computed?: Rule;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

export type WrittenFormat = WrittenFormatWith | WrittenFormatName;

export type WrittenKeyboard = "text" | "email" | "tel" | "numeric" | "decimal";

export type WrittenWidget =
  | "answers"
  | "button"
  | "cards"
  | "checkbox"
  | "checkboxes"
  | "confetti"
  | "consent"
  | "countdown"
  | "date"
  | "days"
  | "document"
  | "event"
  | "file"
  | "group"
  | "hidden"
  | "jsonForm"
  | "link"
  | "list"
  | "longText"
  | "notice"
  | "paragraph"
  | "pictureCard"
  | "places"
  | "priceCard"
  | "radio"
  | "range"
  | "select"
  | "slider"
  | "slots"
  | "submitButton"
  | "summary"
  | "text"
  | "yesNo";

export interface WrittenLimits {
  minimum?: Rule;
  maximum?: Rule;
}

export interface WrittenShare {
  of: Rule;
  format: WrittenFormat;
}

export interface WrittenRange {
  start: number;
  steps: WrittenRangeStep[];
}

export interface WrittenRangeStep {
  by: number;
  until: number;
}

export interface WrittenEventFile {
  event: string;
  description: string;
  outcomes: ("came" | "refused" | "cancelled")[];
  payload?: Record<string, WrittenValueSchema>;
  optional?: string[];
  receives?: {
    came: Rule;
    refused?: Rule;
    cancelled?: Rule;
    key?: Rule;
    with?: Record<string, Rule>;
  };
}

export interface WrittenExampleFile {
  describe: string;
  brand: string;
  today: string;
  content?: Record<string, WrittenExampleContentValue>;
  answers: Record<string, string | number | boolean | string[] | Record<string, unknown>>;
  data?: Record<
    string,
    | {
        value: unknown;
        options?: WrittenExampleOptions;
      }
    | "failed"
    | WrittenExampleOptions
  >;
  results?: Record<string, unknown>;
  edits?: Record<string, string | number | boolean | unknown[] | Record<string, unknown> | null>;
  program?: {
    step: string;
    calls?: Record<
      string,
      | {
          status?: number;
          body: unknown;
        }
      | "failed"
    >;
    events?: WrittenExampleEvent[];
  };
  expect: {
    outcome?: {
      go?: string;
      wait?: string;
      dialog?: string;
      redirect?: string;
      refuse?: string;
    };
    results?: Record<string, unknown>;
    told?: {
      call: string;
      with: Record<string, unknown>;
    }[];
    steps?: string[];
    visible?: string[];
    hidden?: string[];
    disabled?: string[];
    options?: Record<string, string[]>;
    problems?: Record<string, string>;
    values?: Record<string, string | number | boolean | unknown[] | Record<string, unknown> | null>;
    cleared?: string[];
    continues?: true;
  };
}

export interface WrittenExampleEvent {
  wait: string;
  outcome: "came" | "refused" | "timeout" | "cancelled";
  data?: Record<string, unknown>;
  received?: Record<string, unknown>;
}

export type WrittenExampleContentValue = string | number | boolean | WrittenExampleContentRow[];

export type WrittenExampleContentRow = string | Record<string, WrittenExampleContentValue>;

export type WrittenExampleOptions = (
  | {
      value: string;
      label: string;
      description?: string;
    }
  | string
)[];

export interface WrittenFlowFile {
  flow: string;
  extends?: string;
  wording?: "apart";
  forEach?: string;
  alone?: true;
  title?: string;
  finder?: true;
  captcha?: {
    unanswered: "refuse" | "accept";
  };
  handoff?: {
    mail: string;
    email?: string[];
    minutes?: number;
  };
  sender?: {
    document: string[];
    email: string[];
  };
  expires?: "day";
  subject?: string;
  abandon?: {
    minutes: number;
    label?: string;
  };
  retention?: {
    years: number;
    basis?: string;
  };
  onAdvance?: WrittenFlowAdvanceCall[];
  parameters?: Record<string, WrittenFlowFlowParameter>;
  data?: Record<string, WrittenFlowData>;
  rules?: Record<string, Rule>;
  steps?: Record<string, WrittenFlowStep>;
  programs?: Record<string, WrittenFlowInstruction[]>;
  mappings?: Record<
    string,
    {
      object: WrittenFlowMapping;
      when?: Rule;
    }
  >;
  dialogs?: Record<string, WrittenFlowDialog>;
  mails?: Record<string, WrittenFlowMail>;
  documents?: Record<string, WrittenFlowDocument>;
  sequences?: Record<string, WrittenFlowSequence>;
}

export interface WrittenFlowData {
  call: string;
  page?: string;
  on?: "load" | "change" | "press";
  with?: Record<string, Rule>;
  optional?: string[];
  when?: Rule;
  fills?: Record<string, Rule>;
}

export interface WrittenFlowStep {
  name?: string;
  title?: string;
  body?: string;
  slug?: string;
  anchor?: string;
  visibleWhen?: Rule;
  sections?: Record<string, WrittenFlowSection>;
  schema?: Record<string, unknown>;
  ui?: Record<string, unknown>;
  action?: string;
  onContinue?: WrittenFlowInstruction[];
  analytics?: WrittenFlowStepEvent;
  ends?: boolean;
  dialog?: boolean;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenFlowStepEvent {
  event: string;
  with?: Record<string, Rule>;
}

export interface WrittenFlowSection {
  title?: string;
  body?: string;
  fields?: WrittenFields;
  fieldsFrom?: WrittenFlowFieldsFrom;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenFlowFieldsFrom {
  content: string;
  types: Record<string, WrittenField>;
  known?: Record<string, string>;
}

export type WrittenFlowInstruction =
  | WrittenFlowCallInstruction
  | WrittenFlowSubmitInstruction
  | WrittenFlowSetInstruction
  | WrittenFlowFillInstruction
  | WrittenFlowBeginInstruction
  | WrittenFlowGoInstruction
  | WrittenFlowAwaitInstruction
  | WrittenFlowDialogInstruction
  | WrittenFlowRedirectInstruction
  | WrittenFlowDoInstruction
  | WrittenFlowRefuseInstruction;

export interface WrittenFlowCallInstruction {
  call: string;
  as?: string;
  with?: WrittenFlowMapping;
  onFailure: WrittenFlowInstruction[];
  when?: Rule;
}

export interface WrittenFlowSubmitInstruction {
  submit: {
    deliver: (
      | {
          mail: string;
        }
      | {
          call: string;
          with: WrittenFlowMapping;
          forEach?: Record<string, Rule>;
          when?: Rule;
          after?: (
            | {
                mail: string;
              }
            | {
                call: string;
                with: WrittenFlowMapping;
                when?: Rule;
              }
          )[];
        }
    )[];
    sequence?: string;
  };
  when?: Rule;
}

export interface WrittenFlowAdvanceCall {
  call: string;
  with: WrittenFlowMapping;
  when?: Rule;
}

export interface WrittenFlowSetInstruction {
  set: WrittenFlowMapping;
  when?: Rule;
}

export interface WrittenFlowFillInstruction {
  fill: Record<string, Rule>;
  when?: Rule;
}

export interface WrittenFlowGoInstruction {
  go: string;
  when?: Rule;
}

export interface WrittenFlowRedirectInstruction {
  redirect: string;
  keep?: string[];
  anew?: true;
  says?: string;
  analytics?: { [key: string]: string };
  when?: Rule;
}

export interface WrittenFlowDoInstruction {
  do: string;
}

export interface WrittenFlowRefuseInstruction {
  refuse: string;
  when?: Rule;
}

export type WrittenFlowMapping = Record<
  string,
  | {
      value: Rule;
      when: Rule;
    }
  | {
      object: WrittenFlowMapping;
      when?: Rule;
    }
  | Rule
>;

export interface WrittenFlowMail {
  to: Rule;
  subject?: string;
  body?: string;
  answers?: boolean;
  attach?: string[];
  shows?: string[];
  calendar?: string;
  link?: {
    label?: string;
    to: Rule;
  };
}

export interface WrittenFlowAwaitInstruction {
  await: string;
  as: string;
  until: WrittenFlowWaitLimit;
  title?: string;
  body?: string;
  check?: string;
  cancel?: string;
  page?: Rule;
  pageUntil?: Rule;
  open?: string;
  code?: string;
  onCame: WrittenFlowInstruction[];
  onRefused?: WrittenFlowInstruction[];
  onTimeout: WrittenFlowInstruction[];
  onCancelled?: WrittenFlowInstruction[];
  when?: Rule;
}

export type WrittenFlowWaitLimit =
  | {
      day: Rule;
      time?: Rule;
    }
  | {
      minutes?: number;
      hours?: number;
      days?: number;
    };

export interface WrittenFlowBeginInstruction {
  begin: string;
  with?: Record<string, Rule>;
  answers?: Record<string, Rule>;
  when?: Rule;
}

export interface WrittenFlowDialogInstruction {
  dialog: string;
  when?: Rule;
}

export type WrittenFlowButtonInstruction =
  | WrittenFlowSetInstruction
  | WrittenFlowClearInstruction
  | WrittenFlowGoInstruction
  | WrittenFlowRedirectInstruction
  | WrittenFlowRetryInstruction
  | WrittenFlowResumeInstruction
  | WrittenFlowCloseInstruction;

export interface WrittenFlowClearInstruction {
  clear: string[];
  when?: Rule;
}

export interface WrittenFlowCloseInstruction {
  close: true;
  when?: Rule;
}

export interface WrittenFlowRetryInstruction {
  retry: true;
  when?: Rule;
}

export interface WrittenFlowResumeInstruction {
  resume: true;
  when?: Rule;
}

export interface WrittenFlowDialog {
  title?: string;
  body?: string;
  buttons: Record<string, WrittenFlowButton>;
}

export interface WrittenFlowButton {
  label?: string;
  onPress: WrittenFlowButtonInstruction[];
}

export interface WrittenFlowSequence {
  text: string;
  digits: number;
  every: "year" | "never";
  given?: "accepted" | "stored";
}

export interface WrittenFlowDocument {
  format: "pdf" | "excel";
  title?: string;
  body?: string;
  closing?: string;
  signature?: string;
  answers?: boolean;
}

export interface WrittenFlowFlowParameter {
  description: string;
}

export interface WrittenFragmentFile {
  fragment: string;
  description?: string;
  parameters?: Record<string, WrittenParameter>;
  fields: WrittenFields;
}

export type WrittenKindFile = WrittenKindByFact | WrittenKindPreset;

export interface WrittenKindByFact {
  kind: string;
  byFact: {
    fact: string;
    kinds: Record<string, string>;
  };
}

export interface WrittenKindPreset {
  kind: string;
  type: Exclude<ValueType, "json">;
  widget: WrittenWidget;
  parameters?: Record<string, WrittenParameter>;
  format?: WrittenFormat;
  keyboard?: WrittenKeyboard;
  autocomplete?: string;
  capitalize?: "none" | "words" | "characters";
  schema?: Record<string, unknown>;
  says?: WrittenSays;
  checks?: WrittenCheck[];
  enabledWhen?: Rule;
  variants?: WrittenVariant[];
  options?: WrittenKindOptions;
  accepts?: WrittenAccepts;
  maxSize?: WrittenMaxSize;
  personal?: boolean;
  identifies?: boolean;
  wording?: Record<string, string>;
  detail?: string;
  secret?: true;
  domains?: string[];
}

export interface WrittenKindTextSchema {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: "email";
}

export interface WrittenKindNumberSchema {
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
}

export interface WrittenKindChoicesSchema {
  minItems?: number;
  maxItems?: number;
}

export interface WrittenKindOption {
  value: string;
  label: string;
  description?: string;
  icon?: WrittenIcon;
  onlyFor?: WrittenOnlyFor;
}

export type WrittenKindOptions =
  | {
      list: WrittenKindOption[];
      where?: Rule;
    }
  | {
      tree: string;
      under?: string;
      where?: Rule;
    };

export interface WrittenOptionsFile {
  options: WrittenOptionsOptions;
}

export type WrittenOptionsOptions = Record<string, WrittenOptionsOption>;

export interface WrittenOptionsOption {
  label: string;
  description?: string;
  icon?: WrittenIcon;
  code?: string;
  onlyFor?: WrittenOnlyFor;
  options?: WrittenOptionsOptions;
}

export interface WrittenPageExampleFile {
  describe: string;
  brand: string;
  today: string;
  address: string;
  visitor?: string;
  signedIn?: true;
  saved?: Record<string, string[]>;
  calls?: Record<
    string,
    | {
        status?: number;
        body?: unknown;
      }
    | "failed"
    | "late"
  >;
  expect: {
    status?: 200 | 301 | 302 | 404 | 410 | 503;
    redirect?: string;
    title?: string;
    head?: {
      description?: string;
      indexed?: boolean;
      canonical?: string | null;
      picture?: string;
      structuredData?: Record<string, unknown>[];
    };
    blocks?: string[];
    says?: string[];
    leadsTo?: string;
    data?: Record<string, "idle" | "ready" | "empty" | "failed" | "late">;
    asked?: Record<string, Record<string, unknown>>;
    values?: Record<string, string | number | boolean | unknown[] | Record<string, unknown> | null>;
  };
}

export interface WrittenSavedListFile {
  savedList: string;
  describe: string;
  cookie: string;
  days: number;
  max: number;
  pattern?: string;
  full: "refuse" | "dropOldest";
  account?: {
    days: number;
  };
  icon?: "heart" | "compare" | "clock";
  wording: {
    add: string;
    remove: string;
    title?: string;
    label?: string;
    full?: string;
    confirm?: string;
    keep?: string;
    discard?: string;
  };
}

export interface WrittenScreenFile {
  screen: string;
  route: string;
  routes?: string[];
  parameters?: Record<string, WrittenScreenRouteParameter>;
  forEach?: string;
  list?: string;
  title: string;
  description?: string;
  indexed?: boolean;
  answers?: 200 | 404 | 410 | 500 | 503;
  breadcrumbs?: {
    label: string;
    to?: string;
    back?: string;
    step?: WrittenScreenBlockStep;
  }[];
  failure?: {
    title?: string;
    from?: string;
    otherwise?: string;
    after?: number;
    keep?: string[];
  };
  gone?: {
    title: string;
  };
  remembers?: WrittenScreenRemembers;
  signIn?: true;
  chat?: WrittenScreenChat;
  rules?: Record<string, Rule>;
  data?: Record<string, WrittenScreenQuery>;
  head?: WrittenScreenHead;
  opened?: WrittenScreenOpened;
  takes?: WrittenScreenTakes;
  documents?: Record<string, WrittenScreenPageDocument>;
  blocks: WrittenScreenBlock[];
}

export interface WrittenScreenHead {
  heading?: Rule;
  title?: Rule;
  description?: Rule;
  picture?: Rule;
  indexed?: Rule;
  canonical?: string[];
  structuredData?: WrittenScreenThing[];
  sitemap?: WrittenScreenSitemapAddresses[];
}

export interface WrittenScreenTakes {
  data: string;
  rows: string;
  call: string;
}

export interface WrittenScreenOpened {
  call: string;
  with: Record<string, Rule>;
}

export type WrittenScreenThing = { [key: string]: WrittenScreenThingValue };

export type WrittenScreenThingValue = WrittenScreenThing | WrittenScreenThingForEach | Rule;

export interface WrittenScreenThingForEach {
  each: Rule;
  as: WrittenScreenThingValue;
}

export interface WrittenScreenSitemapAddresses {
  call: string;
  with?: Record<string, string | number>;
  rows?: string;
  when?: Rule;
  address: string;
}

export type WrittenScreenBlock =
  | WrittenScreenHeroBlock
  | WrittenScreenFlowBlock
  | WrittenScreenFailureBlock
  | WrittenScreenCardsBlock
  | WrittenScreenFactsBlock
  | WrittenScreenOfficeBlock
  | WrittenScreenSocialBlock
  | WrittenScreenBannerBlock
  | WrittenScreenQuestionsBlock
  | WrittenScreenSectionsBlock
  | WrittenScreenViewBlock
  | WrittenScreenSearchBlock
  | WrittenScreenSiteSearchBlock
  | WrittenScreenTextBlock
  | WrittenScreenSliderBlock
  | WrittenScreenPromotionsBlock
  | WrittenScreenNewsBlock
  | WrittenScreenReviewsBlock
  | WrittenScreenPictureBlock
  | WrittenScreenVideoBlock
  | WrittenScreenTableBlock
  | WrittenScreenColumnsBlock
  | WrittenScreenCallToActionBlock
  | WrittenScreenFrameBlock;

export type WrittenScreenBlockWhen = Rule;

export type WrittenScreenBlockStep = "first" | "later";

export type WrittenScreenBlockGone = true;

export interface WrittenScreenHeroBlock {
  block: "hero";
  title: string;
  body?: string;
  illustration?: WrittenScreenIllustration;
  picture?: string;
  action?: WrittenScreenAction;
  items?: WrittenScreenHeroLink[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenHeroLink {
  action: WrittenScreenAction;
  active?: WrittenScreenActive;
  onlyFor?: WrittenOnlyFor;
}

export type WrittenScreenActive = boolean;

export interface WrittenScreenFlowBlock {
  block: "flow";
  flow: string;
  answers?: Record<string, WrittenScreenFromAddress>;
  chips?: true;
  tabs?: WrittenScreenTabs;
  drawer?: WrittenScreenDrawer;
  recap?: WrittenScreenRecap;
  dialog?: WrittenScreenFlowDialog;
  when?: WrittenScreenBlockWhen;
  receipt?: WrittenScreenFlowReceipt;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenFailureBlock {
  block: "failure";
  title: string;
  body: string;
  retry: string;
  back: string;
  leaving?: string;
  onlyFor?: WrittenOnlyFor;
}

export type WrittenScreenIllustration = string;

export interface WrittenScreenPageDocument {
  format: "pdf" | "excel" | "json";
  title: string;
  body?: string;
  when?: Rule;
  picture?: WrittenScreenDocumentPicture;
  sections: WrittenScreenDocumentSection[];
  closing?: string;
}

export interface WrittenScreenDocumentPicture {
  address: string;
  alternative: string;
}

export interface WrittenScreenDocumentSection {
  title?: string;
  body?: string;
  when?: Rule;
  data?: string;
  rows?: string;
  groups?: WrittenScreenDocumentGroups;
  required?: true;
  columns?: WrittenScreenDocumentColumn[];
}

export interface WrittenScreenDocumentGroups {
  title: string;
  rows: string;
}

export interface WrittenScreenDocumentColumn {
  label: string;
  text?: string;
  number?: string;
  currency?: string;
  hideZero?: true;
}

export interface WrittenScreenAction {
  label: string;
  to: string;
  when?: Rule;
}

export interface WrittenScreenCardsBlock {
  block: "cards";
  title: string;
  body?: string;
  items: WrittenScreenCard[] | WrittenScreenFromContent;
  phoneRow?: true;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenFactsBlock {
  block: "facts";
  title: string;
  items: WrittenScreenFact[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenOfficeBlock {
  block: "office";
  title: string;
  body?: string;
  action?: WrittenScreenAction;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenSocialBlock {
  block: "social";
  title: string;
  body?: string;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenCard {
  title: string;
  body?: string;
  illustration?: WrittenScreenIllustration;
  action: WrittenScreenAction;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  example?: WrittenScreenExample;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenFact {
  title: string;
  body?: string;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenBannerBlock {
  block: "banner";
  title: string;
  items: WrittenScreenSlide[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenSlide {
  title: string;
  body?: string;
  illustration?: WrittenScreenIllustration;
  picture?: string;
  action?: WrittenScreenAction;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  example?: WrittenScreenExample;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenQuestionsBlock {
  block: "questions";
  title: string;
  body?: string;
  items: WrittenScreenTopic[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenTopic {
  title: string;
  items: WrittenScreenQuestion[];
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenQuestion {
  title: string;
  body: string;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenSectionsBlock {
  block: "sections";
  title: string;
  body?: string;
  items: WrittenScreenTextSection[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenTextSection {
  anchor: string;
  title: string;
  body: string;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenFromContent {
  content?: string;
  entries?: string;
  fields?: string[];
  label?: string;
  newest?: string;
  most?: number;
}

export type WrittenScreenChat = Record<string, string>;

export interface WrittenScreenRemembers {
  list: string;
  id: string;
}

export interface WrittenScreenQuery {
  call: string;
  with?: Record<string, Rule>;
  optional?: string[];
  when?: Rule;
  deferred?: true;
  required?: true;
  gone?: Rule;
  moved?: Rule;
}

export interface WrittenScreenViewBlock {
  block: "view";
  view: string;
  data: string;
  title?: string;
  body?: string;
  note?: string;
  anchor?: string;
  actions?: WrittenScreenViewAction[];
  layout?: "cards" | "list" | "folded";
  item?: WrittenScreenItem;
  rows?: string;
  total?: string;
  paging?: WrittenScreenPaging;
  sort?: WrittenScreenSort;
  slider?: WrittenScreenSlider;
  whenEmpty?: string;
  says?: WrittenScreenViewSays;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  saved?: WrittenScreenSaved;
  action?: WrittenScreenAction;
  skeletons?: number;
  hideEmpty?: true;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenSaved {
  id: string;
  lists?: string[];
  of?: string;
}

export interface WrittenScreenSlider {
  size: "small" | "large";
  still?: {
    from: number;
    to: number;
    over: 420 | 1024;
  }[];
}

export interface WrittenScreenSearchBlock {
  block: "search";
  title: string;
  body?: string;
  illustration?: WrittenScreenIllustration;
  picture?: string;
  data: string;
  choices: WrittenScreenSearchChoice[];
  total: string;
  action: WrittenScreenAction;
  when?: WrittenScreenBlockWhen;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenSiteSearchBlock {
  block: "siteSearch";
  title: string;
  body?: string;
  from: string;
  label: string;
  action: WrittenScreenAction;
  says: WrittenScreenSiteSearchSays;
  when?: WrittenScreenBlockWhen;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenSiteSearchSays {
  empty: string;
  hint: string;
  failed: string;
}

export interface WrittenScreenSearchChoice {
  from: string;
  label: string;
  rows: string;
  any: string;
  under?: string;
  single?: true;
}

export interface WrittenScreenViewAction {
  label: string;
  to?: string;
  document?: string;
  when?: Rule;
}

export interface WrittenScreenViewSays {
  empty: string;
  idle?: string;
  loading?: string;
  failed?: string;
  one?: string;
  many?: string;
  hint?: string;
  clear?: string;
  forget?: string;
  share?: string;
}

export interface WrittenScreenItem {
  title: string;
  text?: string;
  facts?: WrittenScreenRowFact[];
  link?: WrittenScreenItemLink;
  picture?: string;
  picturesFrom?: string[];
}

export interface WrittenScreenRowFact {
  label: string;
  text: string;
}

export interface WrittenScreenItemLink {
  label?: string;
  to: string;
}

export interface WrittenScreenRouteParameter {
  pattern: string;
  secret?: boolean;
}

export interface WrittenScreenFromAddress {
  from: string;
  continues?: true;
  leaves?: true;
  once?: true;
}

export interface WrittenScreenPaging {
  from: string;
  size: number;
}

export interface WrittenScreenSort {
  from: string;
  label: string;
  placeholder?: string;
  options: WrittenScreenOrder[];
}

export interface WrittenScreenOrder {
  value: string;
  label: string;
}

export interface WrittenScreenFlowDialog {
  anchor: string;
  to: string;
  inline?: true;
  open?: string;
}

export interface WrittenScreenFlowReceipt {
  otherwise: string;
}

export interface WrittenScreenRecap {
  title: string;
  empty: string;
  bar: string[];
  tells?: string[];
  shows?: string;
  open: string;
  close: string;
}

export interface WrittenScreenTabs {
  field: string;
  all: string;
}

export interface WrittenScreenDrawer {
  below: 768 | 1024;
  open: string;
  show: string;
  total?: string;
}

export type WrittenScreenSince = string;

export type WrittenScreenUntil = string;

export type WrittenScreenExample = boolean;

export interface WrittenScreenTextBlock {
  block: "text";
  title?: string;
  body: string;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenSliderBlock {
  block: "slider";
  title: string;
  body?: string;
  layout: "promotions" | "pages" | "pictures" | "content";
  items: WrittenScreenSliderItem[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenSliderItem {
  title: string;
  body?: string;
  illustration?: WrittenScreenIllustration;
  picture?: string;
  action?: WrittenScreenAction;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  example?: WrittenScreenExample;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenPromotionsBlock {
  block: "promotions";
  title: string;
  body?: string;
  items: WrittenScreenPromotion[] | WrittenScreenFromContent;
  action?: WrittenScreenAction;
  phoneRow?: true;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenPromotion {
  offer?: string;
  title: string;
  body?: string;
  illustration?: WrittenScreenIllustration;
  picture?: string;
  note?: string;
  action?: WrittenScreenAction;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  example?: WrittenScreenExample;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenNewsBlock {
  block: "news";
  title: string;
  body?: string;
  items: WrittenScreenNewsItem[] | WrittenScreenFromContent;
  action?: WrittenScreenAction;
  phoneRow?: true;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenNewsItem {
  title: string;
  body?: string;
  date?: string;
  illustration?: WrittenScreenIllustration;
  picture?: string;
  action?: WrittenScreenAction;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  example?: WrittenScreenExample;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenReviewsBlock {
  block: "reviews";
  title: string;
  body?: string;
  items: WrittenScreenReview[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenReview {
  title: string;
  about?: string;
  body: string;
  stars?: number;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  example?: WrittenScreenExample;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenPictureBlock {
  block: "picture";
  picture: string;
  alternative: string;
  width: number;
  height: number;
  body?: string;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenVideoBlock {
  block: "video";
  title: string;
  body?: string;
  address: string;
  picture?: string;
  captions?: string;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenTableBlock {
  block: "table";
  title: string;
  body?: string;
  columns: string[];
  items: WrittenScreenTableRow[] | WrittenScreenFromContent;
  note?: string;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenTableRow {
  cells: string[];
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  example?: WrittenScreenExample;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenColumnsBlock {
  block: "columns";
  title?: string;
  body?: string;
  items: WrittenScreenColumn[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenColumn {
  title: string;
  body?: string;
  illustration?: WrittenScreenIllustration;
  picture?: string;
  action?: WrittenScreenAction;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  example?: WrittenScreenExample;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenCallToActionBlock {
  block: "callToAction";
  title: string;
  body?: string;
  action: WrittenScreenAction;
  items?: WrittenScreenHeroLink[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenFrameBlock {
  block: "frame";
  title?: string;
  body?: string;
  sites: string[];
  items: WrittenScreenFramed[] | WrittenScreenFromContent;
  when?: WrittenScreenBlockWhen;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  step?: WrittenScreenBlockStep;
  gone?: WrittenScreenBlockGone;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenScreenFramed {
  title: string;
  address: string;
  phone?: number;
  tablet?: number;
  desktop?: number;
  since?: WrittenScreenSince;
  until?: WrittenScreenUntil;
  example?: WrittenScreenExample;
  onlyFor?: WrittenOnlyFor;
}

export interface WrittenServiceFile {
  service: string;
  headers?: Record<string, Rule>;
  records?: Record<string, WrittenValueSchema>;
  failureTexts?: WrittenServiceFailureText[];
  calls: Record<string, WrittenServiceCall>;
}

export interface WrittenServiceFailureText {
  calls?: string[];
  on: ("timeout" | "unreachable" | "status" | "garbled" | "refused")[];
  when?: Rule;
  status?: number;
  text: string;
}

export interface WrittenServiceCall {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  input?: Record<string, WrittenValueSchema>;
  optional?: string[];
  forEach?: Record<string, string[]>;
  query?: Record<string, Rule>;
  headers?: Record<string, Rule>;
  authorization?: {
    scheme: "token" | "bearer";
    token?: Rule;
  };
  captcha?: true;
  visitorAddress?: true;
  person?: true;
  signsIn?: true;
  body?: Rule;
  multipart?: {
    files: Record<string, Rule>;
    fields?: Record<string, Rule>;
  };
  answer?: WrittenValueSchema;
  success?: Rule;
  empty?: number[];
  options?: {
    rows?: Rule;
    value: string;
    label: string;
    description?: string;
    place?: {
      latitude: string;
      longitude: string;
    };
  };
  value?: Rule;
  timeout: number;
  retries?: {
    times: number;
    until?: {
      answer: Rule;
      times: number;
    };
    on: (number | string)[];
  };
  limit?: {
    by: Rule;
    times: number;
    minutes: number;
    perAddress: {
      times: number;
      minutes: number;
    };
  };
  cache?: number;
}

export interface WrittenViewFile {
  view: string;
  describe: string;
  value: WrittenViewValue;
  map?: true;
  anchors?: true;
  item?: true;
  layout?: true;
  actions?: "under" | "placed";
  saves?: true;
  wording?: Record<string, string>;
  names?: Record<string, string[]>;
}

export interface WrittenViewValue {
  type: "array" | "boolean" | "integer" | "number" | "object" | "string";
  items?: WrittenViewValue;
  required?: string[];
  properties?: Record<string, WrittenViewValue>;
}

export type WrittenWordingFile = { [key: string]: WrittenWordingWords };

export type WrittenWordingWords = string;
