/** What programs read as `labels.<path>`: answers as people read them, also of whole groups and lists. */
import { expect, it } from "vitest";
import { evaluate } from "../../schemas/engine/all.ts";
import { programScope } from "../../server/evaluation/program-scope.ts";
import { writtenFlow } from "../support/written-flow.ts";

const fields = {
  name: { kind: "text", label: "Nombre", required: false },
  type: { kind: "documentType", required: false },
  agrees: { kind: "yesNo", label: "¿Sí?", required: false },
  price: { kind: "money", label: "Monto", required: false },
};

const flow = {
  steps: {
    s: {
      title: "S",
      sections: {
        only: {
          fields: {
            who: {
              kind: "group",
              label: "Quién",
              fields: {
                ...fields,
                rows: { kind: "list", label: "Filas", row: "Fila", add: "Agregar", required: false, fields },
              },
            },
            nobody: { kind: "group", label: "Nadie", fields },
          },
        },
      },
    },
    end: { title: "E", ends: true },
  },
};

it("a group and its rows are read with labels in the place of ids", async () => {
  const prepared = await writtenFlow(flow);
  const answers = {
    "s.who.name": "Ana",
    "s.who.type": "rut",
    "s.who.price": 12_000,
    "s.who.rows": ["r2", "r1"],
    "s.who.rows.r2.type": "passport",
    "s.who.rows.r1.name": "Eva",
  };
  const context = { today: "2026-11-21", data: {}, results: {} };
  const evaluation = evaluate(prepared, answers, context);
  const scope = programScope({ prepared, evaluation, ...context });
  expect(scope.variable("labels.s.who")).toEqual({
    name: "Ana",
    type: "RUT",
    price: scope.variable("labels.s.who.price"),
    rows: [{ type: "Pasaporte" }, { name: "Eva" }],
  });
  expect(scope.variable("labels.s.who.price")).toMatch(/12[.,]000/);
  expect(scope.variable("labels.s.who.rows")).toEqual([{ type: "Pasaporte" }, { name: "Eva" }]);
  expect(scope.variable("labels.s.who.type")).toBe("RUT");
  expect(scope.variable("labels.s.nobody")).toBeNull();
  expect(scope.variable("labels.s.who.agrees")).toBeNull();
  expect(() => scope.variable("labels.s.none")).toThrow("labels.s.none");
});
