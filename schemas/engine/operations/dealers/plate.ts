/** Plates of cars by country, six capital letters and digits. */
const shapes: Record<string, RegExp[]> = {
  // The specification's pattern, and the shape that a decree of January 2026 adds.
  CL: [/^[A-Z]{2}([A-Z]{2}|[0-9]{2})[0-9]{2}$/, /^[A-Z]{5}[0-9]$/],
  PE: [/^[A-Z]{3}[0-9]{3}$/, /^[A-Z][0-9][A-Z][0-9]{3}$/],
};

/** Whether a plate has a shape that the country gives out. An unknown country refuses. */
export function plateIsValid(value: unknown, country: unknown): boolean {
  const known = Object.hasOwn(shapes, String(country)) ? shapes[String(country)]! : [];
  return typeof value === "string" && known.some((shape) => shape.test(value));
}
