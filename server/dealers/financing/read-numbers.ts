/** Reads numbers from a body, or from a query, where they are texts. */

export interface NumberRule {
  from: number;
  to: number;
  /** Whether it may have decimals. */
  isPart?: boolean;
}

/** The numbers, or what is wrong with the first that is, in Spanish. */
export function readNumbers(
  given: unknown,
  rules: Record<string, NumberRule>,
): { numbers: Record<string, number> } | { fault: string } {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return { fault: "El cuerpo debe ser un objeto JSON" };
  }
  const values = given as Record<string, unknown>;
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) return { fault: `${JSON.stringify(unknown.slice(0, 40))} no se conoce` };
  const numbers: Record<string, number> = {};
  for (const [name, { from, to, isPart = false }] of Object.entries(rules)) {
    const value = values[name];
    if (value === undefined || value === "") return { fault: `Falta "${name}"` };
    const text = typeof value === "string" && /^[0-9]{1,15}(\.[0-9]{1,6})?$/.test(value);
    const number = text ? Number(value) : value;
    const fits = typeof number === "number" && number >= from && number <= to;
    if (!fits || !(isPart || Number.isInteger(number))) {
      return { fault: `"${name}" debe ser un número${isPart ? "" : " entero"} de ${from} a ${to}` };
    }
    numbers[name] = number;
  }
  return { numbers };
}
