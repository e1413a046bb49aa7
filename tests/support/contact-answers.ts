/** Answers that the contact form accepts, by brand. */
const inChile = {
  "request.type": "query",
  "request.service": "service",
  "request.reason": "upkeep",
  "request.subReason": "price",
  "request.name": "María José",
  "request.lastName": "Núñez",
  "request.identity": "12345678-5",
  "request.phone": "987654321",
  "request.email": "maria@correo.cl",
  "request.plate": "BBCC12",
  "request.comment": "Quiero cotizar la mantención.",
  "request.terms": true,
};

export const contactAnswers: Record<string, Record<string, string | boolean>> = {
  SI: inChile,
  CO: inChile,
  PO: inChile,
  SM: inChile,
  CL: inChile,
  WI: {
    "request.type": "complaint",
    "request.service": "service",
    "request.reason": "attention",
    "request.subReason": "delay",
    "request.name": "Luis",
    "request.lastName": "Quispe",
    "request.identity": "12345678",
    "request.phone": "987654321",
    "request.email": "luis@correo.pe",
    "request.plate": "ABC123",
    "request.comment": "Nadie me llamó.",
    "request.terms": true,
  },
};
