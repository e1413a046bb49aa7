/** What `npm test` has besides the settings of everybody who runs tests: the order of its files. */
import { defineConfig, mergeConfig } from "vitest/config";
import settings from "../../vite.config.ts";
import { SlowestFirst } from "./slowest-first.ts";

export default defineConfig((environment) =>
  mergeConfig(settings(environment), { test: { sequence: { sequencer: SlowestFirst } } }),
);
