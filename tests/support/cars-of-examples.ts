import { carRecord, type ShortCar } from "./car-record.ts";
import type { Example } from "./examples.ts";
import type { Route } from "./stand-in.ts";

/** Data of which a stand-in tells what an example says: what is known of one car. */
export const toldOfCars = new Set(["catalog.carToQuote", "catalog.branchesToQuote", "catalog.unit"]);

const firstId = 9_000_000;

/**
 * Examples that are about a car, each with a car of its own: a catalogue can tell of all of them at once. The others are as
 * they were.
 */
export function withOwnCars(examples: Example[]): { examples: Example[]; catalogue: Record<string, Route> } {
  const cars = new Map<string, object>();
  const own = examples.map((example, index) => {
    const car = example.data["car"]?.value as ShortCar | undefined;
    const path = car && Object.keys(example.answers).find((one) => isOf(car, example.answers[one]));
    if (!car || path === undefined) return example;
    const id = firstId + index;
    cars.set(String(id), carRecord({ ...car, id }, example.brand === "WI" ? "USD" : "CLP"));
    const address = String(example.answers[path]).replace(String(car.id), String(id));
    return { ...example, answers: { ...example.answers, [path]: address } };
  });
  return {
    examples: own,
    catalogue: {
      "GET /catalog/api/car/{id}": ({ path }) => {
        const body = cars.get(path.split("/").at(-1)!);
        return body ? { body } : { status: 404, body: { error: "not-there" } };
      },
      "GET /catalog/api/car": { body: { id: 1, carCategoryType: { slug: "suv" } } },
    },
  };
}

/** Whether an answer is a car, as an address names it. */
const isOf = ({ id }: ShortCar, answer: unknown): boolean =>
  typeof answer === "string" && (answer === String(id) || answer.startsWith(`${id}-`));
