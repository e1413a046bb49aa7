/** One question of the measured forms, in a form that each of the three makes its own of. */
export interface Question {
  id: string;
  label: string;
  type: "name" | "email" | "amount" | "choice" | "agree" | "digits";
  /** The question whose tick brings this one. */
  after?: string;
}

export const choices = ["Venta", "Servicio", "Repuestos", "Seguros", "Otro"];

export const patterns = {
  name: "^[A-Za-zÁÉÍÓÚÑáéíóúñ ]+$",
  email: "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
  digits: "^[0-9]{8}$",
};

const types: Question["type"][] = ["name", "email", "amount", "choice", "digits"];

/**
 * `count` questions of mixed types. In each twenty, the first is a tick, and four others are only asked once it is given:
 * a fifth of all.
 */
export function questions(count: number): Question[] {
  return Array.from({ length: count }, (_, index): Question => {
    const place = index % 20;
    const id = `q${index}`;
    if (place === 0) return { id, label: `Acepto ${index}`, type: "agree" };
    const type = types[index % types.length]!;
    const after = place >= 4 && place < 8 ? { after: `q${index - place}` } : {};
    return { id, label: `Pregunta ${index}`, type, ...after };
  });
}
