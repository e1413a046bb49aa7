import type { ThingType } from "../common/thing-type.ts";

/** What car dealers sell. */
export const dealers: Record<string, ThingType> = {
  Vehicle: {
    extends: "Product",
    properties: {
      bodyType: ["Text"],
      driveWheelConfiguration: ["Text"],
      fuelType: ["Text"],
      mileageFromOdometer: ["QuantitativeValue"],
      modelDate: ["Text"],
      numberOfDoors: ["Number", "QuantitativeValue"],
      numberOfPreviousOwners: ["Number", "QuantitativeValue"],
      productionDate: ["Date"],
      seatingCapacity: ["Number", "QuantitativeValue"],
      vehicleConfiguration: ["Text"],
      vehicleEngine: ["EngineSpecification"],
      vehicleIdentificationNumber: ["Text"],
      vehicleInteriorColor: ["Text"],
      vehicleModelDate: ["Text", "Number"],
      vehicleSeatingCapacity: ["Number", "QuantitativeValue"],
      vehicleTransmission: ["Text"],
    },
  },
  Car: { extends: "Vehicle", properties: {} },
  EngineSpecification: {
    extends: "Thing",
    properties: {
      engineDisplacement: ["QuantitativeValue"],
      enginePower: ["QuantitativeValue"],
      engineType: ["Text"],
      fuelType: ["Text"],
      torque: ["QuantitativeValue"],
    },
  },
  AutoDealer: { extends: "Organization", properties: { openingHours: ["Text"], priceRange: ["Text"] } },
};
