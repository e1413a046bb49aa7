/**
 * The refusals of the API: each permanent code, with its HTTP status. The server throws none but these, the browser compares
 * with none but these, and `docs/api-errors.md` tells when they come.
 */
export const apiErrors = {
  "bad-host": 400,
  "bad-request": 400,
  "cut-off": 400,
  "not-utf-8": 400,
  captcha: 403,
  "other-site": 403,
  "no-document": 404,
  "no-event": 404,
  "no-file": 404,
  "no-run": 404,
  "not-found": 404,
  "too-slow": 408,
  busy: 409,
  "cannot-cancel": 409,
  "file-submitted": 409,
  "other-open": 409,
  stale: 409,
  "too-many-files": 409,
  "handoff-over": 410,
  went: 410,
  "file-too-large": 413,
  "file-empty": 422,
  "file-name": 422,
  "file-type": 422,
  "hidden-value": 422,
  "key-reused": 422,
  "mail-address": 422,
  "missing-input": 422,
  "too-many-rows": 422,
  "unknown-button": 422,
  "unknown-event": 422,
  "unknown-key": 422,
  "wrong-code": 422,
  "too-many": 429,
  failed: 500,
  unavailable: 503,
} as const;

export type ApiErrorCode = keyof typeof apiErrors;
