import { bookWhileKilled } from "../support/book-while-killed.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const forms = {
  short: { people: 6, kills: 1, atOnce: 6 },
  long: { people: 300, kills: 30, atOnce: 10 },
};

export const bookingsKilled: PromiseTrial = {
  number: 18,
  promise:
    "A service is booked, and paid for, at several servers of which one is killed at any moment: nothing lost, nothing twice, no hour above its capacity",
  run: async (trial) => {
    const given = trial.long ? forms.long : forms.short;
    const { free, paid, refused, lost, repeated, sums, slowest } = await bookWhileKilled(trial, given);
    const shown = Object.entries(sums).map(([currency, sum]) => `${currency} ${count(sum)}`);
    const all = count(free + paid);
    return {
      done: `Two processes on one PostgreSQL, ${given.kills} SIGKILLs of one or the other while ${all} persons of two brands fill in, press and pay, ${given.atOnce} at once; one more for each hour than it takes; ${count(paid)} of them pay, ${refused} with a card that is refused first`,
      figure: `${all} told that they are booked, ${all} appointments, each of them the hour that its person was told, a mail for each; ${count(lost)} lost a race and booked another hour; ${count(repeated)} answers lost and asked for again; provider and store: ${shown.join(", ")}; the slowest request ${count(slowest)} ms`,
    };
  },
};
