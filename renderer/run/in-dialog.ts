import { createContext, use } from "react";

/** The dialog that a flow stands in, over a page that is about something else. */
export interface FlowDialogContext {
  /** Shows its beginning. */
  toTop(): void;
  close(): void;
}

export const InDialog = createContext<FlowDialogContext | undefined>(undefined);

export const useFlowDialog = (): FlowDialogContext | undefined => use(InDialog);
