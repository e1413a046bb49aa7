import { tryShort } from "./short-forms.ts";

tryShort(5, 10);
