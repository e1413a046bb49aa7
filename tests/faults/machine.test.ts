import { tryShort } from "./short-forms.ts";

// A stop under load, which is 14, is tests/server/stopping.test.ts.
tryShort(8, 12, 13);
