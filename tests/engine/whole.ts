import type { Evaluation } from "../../schemas/engine/all.ts";

/** All that an evaluation says, to be compared: parts of it are made when they are read. */
export const whole = ({ steps, fields, values, cleared, problems, inputs }: Evaluation): Evaluation => ({
  steps,
  fields,
  values,
  cleared,
  problems,
  inputs,
});
