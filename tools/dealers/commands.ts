/** Operators' commands for what belongs to car dealers. */
import type { OperatorCommand } from "../operators/commands.ts";

export const dealerCommands: Record<string, OperatorCommand> = {
  stock: {
    summary: "los autos en venta: otro precio, vendido, y los que no tienen precio",
    load: async () => (await import("./operate-stock.ts")).operateStock,
  },
};
