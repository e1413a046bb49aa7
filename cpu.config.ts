import base from "./tools/test/vitest.config.ts";
import { defineConfig, mergeConfig } from "vitest/config";
export default defineConfig((e) => mergeConfig((base as any)(e), { test: { setupFiles: ["/tmp/m/cpu-setup.mjs"] } }));
