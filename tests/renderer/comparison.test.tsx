/** Things side by side: where they differ is marked, what nobody knows is left out, and there is room until the list is full. */
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { RowItem } from "../../renderer/page/view-props.ts";
import { wordsReader } from "../../renderer/page/words.ts";
import { PageContext } from "../../renderer/run/page-context.ts";
import Comparison from "../../renderer/views/Comparison.tsx";
import { smallPage } from "./support/small-flow.ts";

const own = wordsReader({
  caption: "Comparación",
  differs: "Distinto",
  only: "Solo diferencias",
  unknown: "Sin dato",
});
const page = {
  ...smallPage,
  brand: {
    ...smallPage.brand,
    savedLists: { side: { cookie: "side", days: 7, max: 3, full: "refuse" as const, words: {} } },
  },
};

const item = (title: string, ...texts: (string | undefined)[]): RowItem => ({
  title,
  facts: texts.map((text, index) => ({
    label: `Dato ${index + 1}`,
    ...(text === undefined ? {} : { text }),
  })),
});

/** What is read, a bar between its parts. */
const textOf = (items: RowItem[]): string =>
  renderToString(
    <MemoryRouter>
      <PageContext value={page}>
        <Comparison
          value={items.map(() => ({}))}
          items={items}
          block={{ block: "view", saved: { id: "id", of: "side" } }}
          own={own}
          removeOf={(_, name) => `Quitar ${name}`}
          action={{ label: "Agregar", to: "/libros" }}
        />
      </PageContext>
    </MemoryRouter>,
  )
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, "|");

test("a line that differs is marked, one that is the same is not, and what nobody knows is no line", () => {
  const text = textOf([item("A", "1", "x", undefined, undefined), item("B", "2", "x", undefined, "z")]);
  expect(text).toContain("|Dato 1|≠|Distinto|1|2|");
  expect(text).toContain("|Dato 2|x|x|");
  expect(text).not.toContain("Dato 3");
  expect(text).toContain("|Dato 4|≠|Distinto|–|Sin dato|z|");
  expect(text).toContain("|Solo diferencias|");
});

test("each can be taken out, and one more put in while there is room", () => {
  const two = textOf([item("A", "1"), item("B", "2")]);
  expect(two).toContain("|A|Quitar A|");
  expect(two).toContain("|+|Agregar|");
  expect(textOf([item("A", "1"), item("B", "2"), item("C", "3")])).not.toContain("Agregar");
});

test("one alone differs from nothing", () => {
  const text = textOf([item("A", "1")]);
  expect(text).not.toContain("Distinto");
  expect(text).not.toContain("Solo diferencias");
});
