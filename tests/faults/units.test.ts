import { tryShort } from "./short-forms.ts";

tryShort(17);
