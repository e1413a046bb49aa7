import type { CompiledFlow } from "../../schemas/engine/types/index.ts";

/** As much of a flow as validators are compiled from: one leaf for each schema, `leaf0`, `leaf1`… */
export function leafFlow(...schemas: Record<string, unknown>[]): CompiledFlow {
  const fields = schemas.map((schema, index) => [
    `s.f${index}`,
    { validator: `leaf${index}`, schema: { ...schema } },
  ]);
  return { fields: Object.fromEntries(fields) } as unknown as CompiledFlow;
}
