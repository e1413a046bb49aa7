import type { ComponentType } from "react";
import type { Memory } from "./memory.ts";
import type { FlowStore } from "./store.ts";
import type { Transport } from "./transport.ts";
import type { InputValue } from "./pre-hydration-input.ts";
import type { CompiledFlow, Page, Prepared } from "../../schemas/engine/evaluate.ts";

/** What a page with a form needs besides itself. */
export interface FlowResources {
  flow: CompiledFlow;
  /** The revision that the flow belongs to: the run's own, which may be older than the page's. */
  revision: string;
  prepared: Prepared;
  View: ComponentType<FlowViewProps>;
  /** Where the run lives, where that is not the server that the page came from. */
  home?: RunHome;
}

export interface RunHome {
  transport: Transport;
  memory: Memory;
  /** The form's own element, which stands on a page that is not ours. */
  form(): Element | undefined;
  /** Told of each journey through the flow. */
  began?(store: FlowStore): void;
}

export interface FlowViewProps {
  page: Page;
  resources: FlowResources;
  /** What was typed before the page was alive. */
  typed?: Record<string, InputValue>;
}

const definitionPath = (revision: string, flow: string): string =>
  `/definitions/${encodeURIComponent(revision)}/${encodeURIComponent(flow)}.json`;

export const validatorsPath = (revision: string, flow: string): string =>
  `/definitions/${encodeURIComponent(revision)}/${encodeURIComponent(flow)}.validators.js`;

/** Gives what the flow of a page needs; nothing for a page without one. Rejects when it cannot be had. */
export type LoadResources = (page: Page) => Promise<FlowResources | undefined>;

/** Fetches the public part of a flow. @throws {Error} when it cannot be had. */
export async function loadFlow(revision: string, flow: string): Promise<CompiledFlow> {
  const response = await fetch(definitionPath(revision, flow), { credentials: "same-origin" });
  if (!response.ok) throw new Error(`the flow could not be loaded (${response.status})`);
  return (await response.json()) as CompiledFlow;
}
