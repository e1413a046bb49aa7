import { describe, expect, test, vi } from "vitest";
import type { Answers } from "../../schemas/engine/evaluate.ts";
import { answersOf, knownTo } from "../../renderer/run/answers.ts";
import { fieldName } from "../../renderer/run/field-name.ts";
import { problemText } from "../../renderer/run/problem-text.ts";
import { createFlowStore } from "../../renderer/run/store.ts";
import { preparedFamily, twoRelatives } from "./support/family-flow.ts";

const list = "home.relatives";

function open(answers: Answers = {}) {
  const store = createFlowStore({
    prepared: preparedFamily(),
    today: "2026-11-21",
    answers,
    results: {},
    ask: () => new Promise(() => {}),
  });
  const edited = vi.fn<(paths: string[]) => void>();
  store.onEdit(edited);
  return { store, edited };
}

describe("a row that is added", () => {
  test("has an id of its own, and its fields are there", () => {
    const { store, edited } = open();
    expect(store.addRow(list)).toBe("r1");
    expect(store.addRow(list)).toBe("r2");
    expect(store.answers()[list]).toEqual(["r1", "r2"]);
    expect(store.leaf(`${list}.r2.name`)).toMatchObject({ visible: true, required: true });
    expect(edited.mock.calls).toEqual([
      [[list], true],
      [[list], true],
    ]);
  });

  test("never has the id of one that there was", () => {
    const { store } = open(twoRelatives);
    store.removeRow(list, "r4");
    expect(store.addRow(list)).toBe("r5");
    store.removeRow(list, "r5");
    store.removeRow(list, "r1");
    expect(store.addRow(list)).toBe("r6");
  });

  test("is none where the list is full", () => {
    const { store } = open({ [list]: ["r1", "r2", "r3"] });
    expect(store.addRow(list)).toBeUndefined();
    expect(store.answers()[list]).toEqual(["r1", "r2", "r3"]);
  });

  test("tells the list, and none of the other rows", () => {
    const { store } = open(twoRelatives);
    const told: string[] = [];
    for (const path of [list, `${list}.r1.name`, `${list}.r4.name`]) {
      store.subscribe(path, () => told.push(path));
    }
    store.addRow(list);
    expect(told).toEqual([list]);
  });
});

describe("a row that is taken away", () => {
  test("takes its answers along, and whoever saves drafts knows of each", () => {
    const { store, edited } = open(twoRelatives);
    store.removeRow(list, "r1");
    expect(store.answers()).toEqual({ [list]: ["r4"], [`${list}.r4.name`]: "Eva" });
    expect(edited.mock.calls[0]![0].toSorted()).toEqual([
      list,
      `${list}.r1.address.street`,
      `${list}.r1.name`,
    ]);
  });

  test("is not visible any more, and who draws it is told", () => {
    const { store } = open(twoRelatives);
    const told = vi.fn<() => void>();
    store.subscribe(`${list}.r1.name`, told);
    store.removeRow(list, "r1");
    expect(told).toHaveBeenCalledTimes(1);
    expect(store.leaf(`${list}.r1.name`)).toMatchObject({ visible: false, value: undefined });
  });

  test("leaves the list without an answer when it was the last one", () => {
    const { store } = open({ [list]: ["r1"] });
    store.removeRow(list, "r1");
    expect(store.answers()[list]).toBeUndefined();
    expect(store.showStep("home").map(({ path }) => path)).toContain(list);
  });
});

describe("a row that was taken away by mistake", () => {
  test("comes back to its place with all that was answered in it", () => {
    const { store, edited } = open(twoRelatives);
    const bringBack = store.removeRow(list, "r1")!;
    edited.mockClear();
    bringBack();
    expect(store.answers()).toEqual(twoRelatives);
    expect(edited.mock.calls[0]![0].toSorted()).toEqual([
      list,
      `${list}.r1.address.street`,
      `${list}.r1.name`,
    ]);
  });

  test("comes back once, after whatever was added meanwhile, and not into a full list", () => {
    const { store } = open(twoRelatives);
    const bringBack = store.removeRow(list, "r4")!;
    expect(store.addRow(list)).toBe("r5");
    bringBack();
    bringBack();
    expect(store.answers()[list]).toEqual(["r1", "r4", "r5"]);
    const late = store.removeRow(list, "r1")!;
    store.addRow(list);
    late();
    expect(store.answers()[list]).toEqual(["r4", "r5", "r6"]);
  });

  test("there is no way back for one that is not there", () => {
    expect(open(twoRelatives).store.removeRow(list, "r9")).toBeUndefined();
  });
});

describe("a row that is moved", () => {
  const three: Answers = { ...twoRelatives, [list]: ["r1", "r4", "r5"] };
  test.each<[row: string, by: number, rows: string[]]>([
    ["r1", 1, ["r4", "r1", "r5"]],
    ["r5", -1, ["r1", "r5", "r4"]],
    ["r1", 2, ["r4", "r5", "r1"]],
    ["r1", -1, ["r1", "r4", "r5"]],
    ["r5", 1, ["r1", "r4", "r5"]],
    ["r9", 1, ["r1", "r4", "r5"]],
  ])("%s by %i", (row, by, rows) => {
    const { store, edited } = open(three);
    store.moveRow(list, row, by);
    expect(store.answers()).toEqual({ ...three, [list]: rows });
    expect(edited.mock.calls).toEqual(rows.join() === "r1,r4,r5" ? [] : [[[list], true]]);
  });

  test("tells the list, and none of what is answered in rows", () => {
    const { store } = open(three);
    const told: string[] = [];
    for (const path of [list, `${list}.r1.name`, `${list}.r4.name`]) {
      store.subscribe(path, () => told.push(path));
    }
    store.moveRow(list, "r1", 1);
    expect(told).toEqual([list]);
  });
});

describe("answers in rows", () => {
  test("show and hide what stands in their own row", () => {
    const { store } = open({ [list]: ["r1", "r2"] });
    store.set(`${list}.r2.name`, "Eva");
    expect(store.leaf(`${list}.r2.address.street`).visible).toBe(true);
    expect(store.leaf(`${list}.r1.address.street`).visible).toBe(false);
  });

  test("have their problems in the order in which they are asked, row after row", () => {
    const { store } = open({ ...twoRelatives, [`${list}.r1.name`]: undefined });
    expect(store.showStep("home").map(({ path }) => path)).toEqual([
      "home.plate",
      "home.third.name",
      `${list}.r1.name`,
      `${list}.r4.address.street`,
    ]);
  });

  test("are sent with the rows, and groups and displays are not", () => {
    const { store } = open({ ...twoRelatives, "home.plate": "ABCD12" });
    expect(answersOf(store, "home")).toEqual({
      ...twoRelatives,
      "home.plate": "ABCD12",
      "home.brand": null,
      "home.model": null,
      "home.third.name": null,
      "home.relatives.r4.address.street": null,
      "home.paper": null,
    });
  });

  test("are taken over from what was kept; what is no field is not", () => {
    const { store } = open();
    expect(knownTo(store, { ...twoRelatives, "home.relatives.x.name": "no", "home.gone": "no" })).toEqual(
      twoRelatives,
    );
    store.replace(twoRelatives);
    expect(store.leaf(`${list}.r4.name`).value).toBe("Eva");
    store.replace({});
    expect(store.leaf(`${list}.r4.name`).visible).toBe(false);
  });

  test("have the words of their field", () => {
    const { store } = open(twoRelatives);
    const problem = store.showStep("home").find(({ path }) => path.endsWith("street"));
    expect(problem!.path).toBe(`${list}.r4.address.street`);
    expect(problemText(store, problem!)).toMatch(/^Completa «Calle de/);
  });

  test("are named after their row", () => {
    const { store } = open(twoRelatives);
    expect(fieldName(store, `${list}.r4.name`)).toBe("Familiar 2, Nombre");
    expect(fieldName(store, `${list}.r1.address.street`)).toBe("Familiar 1, Calle de Ana");
    expect(fieldName(store, "home.plate")).toBe("Patente");
  });
});
