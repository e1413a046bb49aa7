import type { Problem } from "../../schemas/engine/evaluate.ts";

/** What goes along in the history with the way to a page. */
export interface NavigationState {
  /** Names this arrival: the page is fetched for it, even where it is the one that is drawn. */
  anew?: string;
}

/** For a way to a page that is to be fetched, whatever is drawn now. */
export const newArrival = (): Required<NavigationState> => ({ anew: crypto.randomUUID() });

/** What another page handed over with the way to the form. */
export interface FlowNavigationState extends NavigationState {
  /** Problems to show. */
  refused?: Problem[];
  /** A run that was put in line waits here. */
  linked?: boolean;
  /** The step was opened to change something: Continuar comes back to this one. */
  back?: string;
  /** The step that Continuar led here from: it stands before this one in the browser's history. */
  from?: string;
  /** The run comes from another device: until its page is there, none of what was here before is drawn. */
  arrives?: boolean;
}
