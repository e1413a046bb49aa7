import { tryShort } from "./short-forms.ts";

tryShort(6, 7, 9, 11);
