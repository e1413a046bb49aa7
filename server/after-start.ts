/** Milliseconds after the start until what the first visitors may not need is made ready: they come first. */
const afterStartMs = 5_000;

/** Does it then, unless that is cleared before. What is still to be done keeps no process from ending. */
export const afterStart = (work: () => Promise<unknown>): NodeJS.Timeout =>
  setTimeout(() => void work(), afterStartMs).unref();
