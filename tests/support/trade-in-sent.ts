/** What the shopper of the long way sent: as it is stored, and as they read it in the mail. */
import { expect } from "vitest";
import { day, typedDay } from "./trade-in-form.ts";

const others = "owners.property.others";

/** Exactly what was asked: nothing of the row that was taken away. */
export const answers = (email: string): Record<string, unknown> => ({
  "car.plate": "AAAA11",
  "car.make": "KIA",
  "car.model": "RIO",
  "car.mileage": 45_000,
  "car.fuel": "petrol",
  "car.engine": "small",
  "car.extras": ["sunroof", "alarm"],
  "car.wanted": 8_000_000,
  "car.owes": "yes",
  "car.papers": { id: expect.any(String), name: "padrón.pdf", size: 15, type: "application/pdf" },
  "debt.bank": "coast",
  "debt.left": 2_000_000,
  "debt.balance": 6_000_000,
  "owners.seller.name": "Ana Núñez",
  "owners.seller.document.type": "rut",
  "owners.seller.document.number": "12345678-5",
  "owners.seller.email": email,
  "owners.property.shared": "yes",
  [others]: ["r2"],
  [`${others}.r2.name`]: "Eva Paz",
  [`${others}.r2.document.type`]: "passport",
  [`${others}.r2.document.number`]: "AB123456",
  [`${others}.r2.email`]: "eva@correo.cl",
  "use.form": {
    purpose: "Trabajo",
    repairs: [{ what: "Parachoques", year: 2024 }],
    smoked: true,
  },
  "visit.day": day,
  "visit.hour": "10:30",
  "visit.comment": "Tiene un\nrayón.",
  "visit.terms": true,
});

/** How what was chosen is said. */
export const labels: Record<string, string> = {
  "car.make": "Kia",
  "car.model": "Rio 1.4",
  "car.fuel": "Bencina",
  "car.engine": "Hasta 1.6",
  "car.extras": "Techo solar, Alarma",
  "car.owes": "Sí",
  "debt.bank": "Banco de la Costa",
  "owners.seller.document.type": "RUT",
  "owners.property.shared": "Sí",
  [`${others}.r2.document.type`]: "Pasaporte",
};

/** The mail, with all that was answered in the order in which it was asked. */
export const toldInMail = (email: string): string => `Hola, Ana Núñez:

Te ofrecemos $7.500.000. Esto es lo que nos contaste:

¿QUÉ AUTO TIENES?

Tu auto
Patente: AAAA11
Marca: Kia
Modelo: Rio 1.4
Kilometraje: 45.000 km
Combustible: Bencina
Motor: Hasta 1.6
Lo que tiene: Techo solar, Alarma

La venta
Cuánto quieres por él: $8.000.000
¿Tiene un crédito pendiente?: Sí
Padrón: padrón.pdf (1 KB)

EL CRÉDITO QUE QUEDA

Banco: Banco de la Costa
Cuánto falta por pagar: $2.000.000
Lo que te quedaría: $6.000.000

¿DE QUIÉN ES?

Quien lo vende
Nombre y apellidos: Ana Núñez

Documento con que firma
Tipo de documento: RUT
Número de documento: 12.345.678-5

Quien lo vende
Correo electrónico: ${email}

La propiedad
¿Tiene más dueños?: Sí

Otros dueños

Dueño 1
Nombre y apellidos: Eva Paz

Documento con que firma
Tipo de documento: Pasaporte
Número de documento: AB123456

Dueño 1
Correo electrónico: eva@correo.cl

¿CÓMO LO HAS USADO?

Uso principal: Trabajo
Se ha fumado en él: Sí

Reparaciones 1
Qué se reparó: Parachoques
En qué año: 2024

¿CUÁNDO LO VEMOS?

Tu visita
Día: ${typedDay}
Hora: 10:30
Comentario: Tiene un
  rayón.

Condiciones: Sí. Acepto que Salazar Israel use mis datos para hacerme una oferta.
`;
