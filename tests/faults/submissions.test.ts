import { tryShort } from "./short-forms.ts";

tryShort(1, 2, 15);
