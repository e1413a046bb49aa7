/** The promises that are tried, in the order of their numbers. */
import { storedOnce } from "./promises/1-stored-once.ts";
import { brokenDefinition } from "./promises/10-broken-definition.ts";
import { mailDown } from "./promises/11-mail-down.ts";
import { memory } from "./promises/12-memory.ts";
import { instances } from "./promises/13-instances.ts";
import { restart } from "./promises/14-restart.ts";
import { backup } from "./promises/15-backup.ts";
import { sameKey } from "./promises/2-same-key.ts";
import { oneSlot } from "./promises/3-one-slot.ts";
import { oneCommit } from "./promises/4-one-commit.ts";
import { definitionInMidFlow } from "./promises/5-definition-in-mid-flow.ts";
import { serviceDown } from "./promises/6-service-down.ts";
import { slowService } from "./promises/7-slow-service.ts";
import { fullDisk } from "./promises/8-full-disk.ts";
import { changeOfDay } from "./promises/9-change-of-day.ts";
import { bookingsKilled } from "./promises/18-bookings-killed.ts";
import { oneUnit } from "./promises/17-one-unit.ts";
import { sheetNumbers } from "./promises/16-sheet-numbers.ts";
import type { PromiseTrial } from "./support/trial.ts";

export const promises: PromiseTrial[] = [
  storedOnce,
  sameKey,
  oneSlot,
  oneCommit,
  definitionInMidFlow,
  serviceDown,
  slowService,
  fullDisk,
  changeOfDay,
  brokenDefinition,
  mailDown,
  memory,
  instances,
  restart,
  backup,
  sheetNumbers,
  oneUnit,
  bookingsKilled,
];
