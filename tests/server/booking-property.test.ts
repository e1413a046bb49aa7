/** Whatever is held, paid, given up, booked, moved, replaced and cancelled, at once and on two servers: nobody is in a place of another, and none is lost. */
import { expect, it } from "vitest";
import fc, { propertyRuns } from "../support/properties.ts";
import { base, book, freeOn, offices, openBooking, planned, type Booking } from "./booking-parts.ts";

/** Of these three slots: SI-101-1 takes two cars at once. */
const person = "SI-101-1";
const capacity = 2;
const times = ["09:00", "09:30", "10:00"] as const;
const day = "2026-11-24";

type Act =
  | { does: "hold" | "release" | "pay"; payment: number; time: number }
  | { does: "book"; time: number }
  | { does: "move" | "cancel" | "replace"; which: number; time: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    does: fc.constantFrom("hold" as const, "hold" as const, "release" as const, "pay" as const),
    payment: fc.integer({ min: 0, max: 3 }),
    time: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ does: fc.constant("book" as const), time: fc.integer({ min: 0, max: 2 }) }),
  fc.record({
    does: fc.constantFrom("move" as const, "cancel" as const, "replace" as const),
    which: fc.integer({ min: 0, max: 5 }),
    time: fc.integer({ min: 0, max: 2 }),
  }),
);

/** Groups come one after the other; what is in one comes at once. */
const story = fc.record({
  groups: fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { maxLength: 5 }),
  /** Minutes that pass after each group: holds end after 35. */
  minutes: fc.constantFrom(0, 20, 40),
});

const at = (time: number) => planned(times[time]!, day, person);

async function appointmentsOf({ store }: Booking) {
  return await store.db
    .selectFrom("appointments")
    .select(["id", "day", "time", "state"])
    .where("state", "=", "booked")
    .execute();
}

it("a slot has never more than its capacity, and every appointment has its place", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ groups, minutes }) => {
      const one = await openBooking();
      const servers = [one, await openBooking("SI", one)];
      const tokens: string[] = [];
      const ids: string[] = [];
      let steps = 0;
      const doOne = async (given: Act): Promise<void> => {
        steps += 1;
        const { ask } = servers[steps % 2]!;
        if ("payment" in given) {
          const paymentId = `10000000000${given.payment}`;
          if (given.does === "release") await ask("POST", `${base}/release`, { body: { paymentId } });
          else if (given.does === "hold") {
            const body = { paymentId, workshopId: offices.SI, plannedData: at(given.time) };
            const { status } = await ask("POST", `${base}/hold`, { body });
            expect([201, 409]).toContain(status);
          } else await keep(book(servers[steps % 2]!, { paymentId, plannedData: at(given.time) }));
          return;
        }
        if (given.does === "book")
          return await keep(book(servers[steps % 2]!, { plannedData: at(given.time) }));
        const [token, id] = [tokens[given.which], ids[given.which]];
        if (token === undefined || id === undefined) return;
        if (given.does === "replace") {
          const changes = { replacesAppointmentIds: [id], plannedData: at(given.time) };
          return await keep(book(servers[steps % 2]!, changes));
        }
        const isMove = given.does === "move";
        const path = `${base}/own/${isMove ? "move" : "cancel"}`;
        const body = isMove ? { token, plannedData: at(given.time) } : { token };
        const { status } = await ask("POST", path, { body });
        expect([200, 409]).toContain(status);
      };
      const keep = async (answer: ReturnType<typeof book>): Promise<void> => {
        const { status, body } = await answer;
        expect([201, 409]).toContain(status);
        if (status !== 201) return;
        const made = body as { id: string; token: string };
        tokens.push(made.token);
        ids.push(made.id);
      };
      for (const group of groups) {
        await Promise.all(group.map(doOne));
        const places = await one.store.db.selectFrom("appointment_places").selectAll().execute();
        const booked = await appointmentsOf(one);
        for (const time of times) {
          const taken = places.filter((place) => place.time === time);
          expect(taken.length).toBeLessThanOrEqual(capacity);
          expect(taken.map(({ place }) => place).filter((place) => place >= capacity)).toEqual([]);
        }
        // One place for each appointment, and none for one that is over.
        expect(
          places
            .flatMap((place) => (place.appointment === null ? [] : [`${place.appointment} ${place.time}`]))
            .toSorted(),
        ).toEqual(booked.map(({ id, time }) => `${id} ${time}`).toSorted());
        one.clock.pass(minutes * 60);
      }
      // When all holds are over, what is not booked is free: none is lost.
      one.clock.pass(36 * 60);
      const free = await freeOn(one, day, person);
      const booked = await appointmentsOf(one);
      for (const time of times) {
        const count = booked.filter((appointment) => appointment.time === time).length;
        expect(free.includes(time)).toBe(count < capacity);
      }
      await one.store.close();
    }),
    { numRuns: propertyRuns(40) },
  );
});
