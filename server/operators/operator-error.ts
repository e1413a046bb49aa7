/** What an operator asked for cannot be done: said in words, without a trace. */
export class OperatorError extends Error {}
