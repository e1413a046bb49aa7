/** What is put into a calendar: shown only while it is known when it is, and checked where it is written. */
import { describe, expect, it } from "vitest";
import { checkSources, evaluate, readSources } from "../../schemas/engine/all.ts";
import { withDefinitions, writtenFlow } from "../support/written-flow.ts";

const context = { today: "2026-11-21", data: {}, results: {} };

const steps = (event: unknown, more: Record<string, unknown> = {}) => ({
  when: {
    title: "Cuándo",
    sections: {
      when: {
        fields: {
          inspector: { kind: "text", label: "Quién", required: false },
          slot: {
            kind: "group",
            label: "Cuándo",
            fields: {
              day: { kind: "date", label: "Día", required: false },
              time: { kind: "time", label: "Hora", required: false },
              calendar: { kind: "calendarEvent", label: "Cita", text: "Aquí", event, ...more },
            },
          },
        },
      },
    },
    onContinue: [{ submit: { deliver: [] } }, { go: "done" }],
  },
  done: { title: "Listo", slug: "listo", ends: true },
});
const event = { date: "group.day", time: "when.slot.time", minutes: 30 };
const answers = { "when.slot.day": "2026-11-26", "when.slot.time": "10:30" };

describe("an event", () => {
  it("has full paths, and is shown while day and time are there", async () => {
    const flow = await writtenFlow({ steps: steps(event) });
    const field = flow.flow.fields["when.slot.calendar"]!;
    expect(field.event).toEqual({ date: "when.slot.day", time: "when.slot.time", minutes: 30 });
    const shown = (given: object) =>
      evaluate(flow, given as typeof answers, context).fields["when.slot.calendar"]!.visible;
    expect(shown(answers)).toBe(true);
    expect(shown({ "when.slot.day": "2026-11-26" })).toBe(false);
    expect(shown({ "when.slot.time": "10:30" })).toBe(false);
  });

  it("is shown only where its own condition holds too", async () => {
    const visibleWhen = { "!!": { var: "when.inspector" } };
    const flow = await writtenFlow({ steps: steps(event, { visibleWhen }) });
    const shown = (given: object) =>
      evaluate(flow, given as typeof answers, context).fields["when.slot.calendar"]!.visible;
    expect(shown(answers)).toBe(false);
    expect(shown({ ...answers, "when.inspector": "Ana" })).toBe(true);
  });

  it("is not there for a brand that is not asked for the day", async () => {
    const written = steps(event);
    Object.assign(written.when.sections.when.fields.slot.fields.day, { onlyFor: { country: "PE" } });
    const flow = await writtenFlow({ steps: written });
    expect(flow.flow.fields["when.slot.calendar"]).toBeUndefined();
  });

  it.each<[string, unknown, string, string]>([
    ["a field that is not there", { ...event, date: "group.days" }, "unknown-field", "group.days"],
    ["a text", { ...event, date: "when.inspector" }, "wrong-type", "when.inspector"],
    ["a day as time", { ...event, time: "group.day" }, "wrong-type", "group.day"],
    ["no time", { date: "group.day", minutes: 30 }, "missing-key", "time"],
    ["no event at all", undefined, "missing-key", "event"],
  ])("is refused with %s", async (_what, given, code, named) => {
    const flow = { flow: "written", title: "Written", steps: steps(given) };
    const { sources } = await withDefinitions(
      { "schemas/flows/written/flow.json": { ...flow, steps: steps(event) } },
      "SI",
    );
    sources["schemas/flows/written/flow.json"] = JSON.stringify(flow, null, 2);
    const found = checkSources(sources).filter(({ file }) => file === "schemas/flows/written/flow.json");
    expect(found.map((one) => one.code)).toEqual([code]);
    expect(found[0]!.message).toContain(named);
    expect(readSources(sources).diagnostics).toEqual([]);
  });
});

describe("the words of an event", () => {
  it.each(["label", "text"])("have a %s: an entry of a calendar says what and where", async (slot) => {
    const written = steps(event);
    const { sources } = await withDefinitions(
      { "schemas/flows/written/flow.json": { flow: "written", title: "Written", steps: written } },
      "SI",
    );
    delete (written.when.sections.when.fields.slot.fields.calendar as Record<string, unknown>)[slot];
    sources["schemas/flows/written/flow.json"] = JSON.stringify(
      { flow: "written", title: "Written", steps: written },
      null,
      2,
    );
    const found = checkSources(sources).filter(({ file }) => file.includes("/written/"));
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      ["missing-wording", expect.stringContaining(slot)],
    ]);
  });
});

describe("what shows something by itself", () => {
  it.each(["answers", "confetti"])("%s needs no words, while a notice does", async (kind) => {
    const flow = (of: string) => ({
      flow: "written",
      title: "Written",
      steps: {
        one: { title: "Uno", sections: { all: { fields: { shown: { kind: of } } } } },
        done: { title: "Listo", slug: "listo", ends: true },
      },
    });
    const { sources } = await withDefinitions({ "schemas/flows/written/flow.json": flow(kind) }, "SI");
    const codes = () =>
      checkSources(sources).flatMap((one) => (one.file.includes("/written/") ? one.code : []));
    expect(codes()).toEqual([]);
    sources["schemas/flows/written/flow.json"] = JSON.stringify(flow("notice"), null, 2);
    expect(codes()).toEqual(["missing-wording"]);
  });
});
