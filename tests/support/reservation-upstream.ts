/** The service of reservations with one unit, which is held for whoever asks. */
import { startStandIn, type Behaviour, type StandIn } from "./stand-in.ts";

export const heldUnit: Behaviour = {
  body: { token: "h".repeat(43), until: "2099-01-01T00:00:00Z", canExtend: true, untilTime: "21:00" },
};
export const unit = {
  id: "unit",
  carVersionID: "V",
  color: "Rojo",
  vin: "9BGKS48U0NB123456",
  unit: 1,
  special: false,
  price: 1,
  lowestPrice: 1,
};

/** `reserves`: what it answers once the money was taken. */
export const startReservations = (reserves: Behaviour): Promise<StandIn> =>
  startStandIn({
    "GET /customer/api/reservation/units": { body: { units: [unit] } },
    "GET /customer/api/reservation/hold": heldUnit,
    "POST /customer/api/reservation/hold": heldUnit,
    "POST /customer/api/reservation": reserves,
  });
