import { tryShort } from "./short-forms.ts";

// A backup under load, which is 15, is tests/server/backup.test.ts.
tryShort(1, 2, 3, 16);
