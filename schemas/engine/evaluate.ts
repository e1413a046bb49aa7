/** The engine's small door: all that the browser needs to give answers their meaning. */
export * from "./types/index.ts";
export * from "./protocol.ts";
export * from "./one-time-code.ts";
export { resultsCookie, visitsCookie, visitsIn } from "./own-cookies.ts";
export * from "./signed-in.ts";
export * from "./consent-choice.ts";
export { prepare, type Prepared } from "./4-evaluate/prepare.ts";
export { offeredByPage, pageQuery } from "./4-evaluate/page-options.ts";
export { boundAddress, boundText, searchOf, type PageAddress } from "./4-evaluate/bound-address.ts";
export { boundAnswers, subjectOf } from "./4-evaluate/bound-answers.ts";
export { change, evaluate } from "./4-evaluate/evaluate.ts";
export { createEvaluator, type Evaluator } from "./4-evaluate/evaluator.ts";
export { ruleVariables, valueAt } from "./4-evaluate/rules.ts";
export { collected, fieldAt, isContainer, rowPath, rowsIn } from "./4-evaluate/rows.ts";
export { sameAnswer, sameAnswers } from "./4-evaluate/work.ts";
export { booleansOf, isWords, plainWords, fillWords, shownAs, type WordValues } from "./4-evaluate/words.ts";
export { openStateAt, readHours, type OpenState } from "./4-evaluate/opening-hours.ts";
export { placeTimeIn, type PlaceTime } from "./4-evaluate/place-time.ts";
export { currencyDecimals } from "./operations/numbers.ts";
export { formatOf, type TextFormat } from "./operations/formats.ts";
export {
  prepareScreen,
  addressValue,
  screenInputs,
  verdictOf,
  type PreparedScreen,
  type ScreenInputs,
  type ScreenSources,
  type RequiredResult,
} from "./4-evaluate/screen-data.ts";
export { lastPage, pageAsked, rowsShown, totalShown, type Paging } from "./4-evaluate/result-pages.ts";
export { headNow, prepareHead, type HeadNow, type PreparedHead } from "./4-evaluate/screen-head.ts";
export {
  readSavedList,
  savedListText,
  withoutSaved,
  withSaved,
  type SavedEntry,
} from "./4-evaluate/saved-lists.ts";
export { mergedSaved, savedChange, type SavedChange } from "./4-evaluate/saved-changes.ts";
export { anchorOf } from "./4-evaluate/anchor-of.ts";
export { isDeferred } from "./4-evaluate/deferred.ts";
export { conditionsOf, filledScreen, isShown, type ScreenFilling } from "./4-evaluate/screen-words.ts";
export { knownAddress, knownWords, rowReader, type ReadName } from "./4-evaluate/known-words.ts";
export { problemWords } from "./4-evaluate/problem-words.ts";
export {
  answerText,
  fileSize,
  formatNow,
  placeholderText,
  typedAnswer,
  variantNow,
  type WordSource,
} from "./4-evaluate/answer-text.ts";
export {
  answerSections,
  sectionsOfStep,
  withAnswers,
  type Answered,
  type AnswerSection,
} from "./4-evaluate/answer-sections.ts";
export {
  campaignParameters,
  keptParameters,
  trackingOf,
  trackingPaths,
  type Tracking,
} from "./4-evaluate/campaign.ts";
export {
  calendarFile,
  calendarFileName,
  calendarMethod,
  calendarUid,
  instantOf,
  type CalendarEvent,
} from "./calendar-file.ts";
export { stepSchema } from "./4-evaluate/step-schema.ts";
export { askedSchema } from "./4-evaluate/asked-schema.ts";
export type { JsonSchema } from "./4-evaluate/json-schema.ts";
export { asAnswer } from "./4-evaluate/field-state.ts";
export { isFilled, withFilled } from "./4-evaluate/filled.ts";
export { tellsApart } from "./4-evaluate/tells-apart.ts";
export {
  byParameters,
  handoffAnchor,
  isOwnPath,
  pathUnder,
  routeParameters,
  stepPath,
  takesParameters,
  tidyPath,
} from "./4-evaluate/route.ts";
export { holdsSecret, toldPath } from "./4-evaluate/told-address.ts";
export { pathOfPointer } from "./4-evaluate/pointer.ts";
export { answersFrom, detailFields, detailsWith, type Details } from "./4-evaluate/details.ts";
export { labelsIn, stepEvent, type StepEvent } from "./4-evaluate/step-event.ts";
export { dayLimits, type DayLimits } from "./4-evaluate/day-limits.ts";
export {
  dateIsValid,
  daysIntoWeek,
  monthNames,
  plusDays,
  showFullDate,
  showLongDate,
  weekdayNames,
} from "./operations/date.ts";
