import type { Answers } from "../../schemas/engine/all.ts";

/** The forms that marketing wrote, by the brand and the name of their content, and what a person answers in them. */
export const bannerForms: Record<
  string,
  { brand: string; entry: string; answers: Answers; sent: [string, string][] }
> = {
  "SI/verano": {
    brand: "SI",
    entry: "verano",
    answers: {
      "request.name": "Ana Pérez",
      "request.rut": "12345678-5",
      "request.email": "ana@correo.cl",
      "request.phone": "912345678",
      "request.model": "Sedán",
      "request.budget": 12500000,
      "request.comment": "=1+1",
      "request.terms": true,
      "request.news": true,
    },
    sent: [
      ["Nombre y apellido", "Ana Pérez"],
      ["RUT", "12.345.678-5"],
      ["Correo electrónico", "ana@correo.cl"],
      ["Teléfono", "+56 9 1234 5678"],
      ["Modelo que te interesa", "Sedán"],
      ["Presupuesto en pesos", "12.500.000"],
      ["¿Algo que debamos saber?", "=1+1"],
    ],
  },
  "WI/verano": {
    brand: "WI",
    entry: "verano",
    answers: {
      "request.name": "Rosa Quispe",
      "request.dni": "12345678",
      "request.email": "rosa@correo.pe",
      "request.phone": "987654321",
      "request.city": "Arequipa",
      "request.terms": true,
    },
    sent: [
      ["Nombre y apellido", "Rosa Quispe"],
      ["DNI", "12345678"],
      ["Correo electrónico", "rosa@correo.pe"],
      ["Celular", "+51 987 654 321"],
      ["¿En qué ciudad estás?", "Arequipa"],
    ],
  },
};
