import { tryShort } from "./short-forms.ts";

tryShort(8, 12, 13, 14);
