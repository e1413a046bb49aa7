/** The view of branch offices says all that its definition has for it, and asks for nothing that is not there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { WordsReader } from "../../renderer/page/words.ts";
import { PageContext } from "../../renderer/run/page-context.ts";
import BranchOffices from "../../renderer/views/dealers/BranchOffices.tsx";
import type { BranchOfficeRow } from "../../renderer/views/dealers/branch-office.ts";
import { smallPage } from "./support/small-flow.ts";

const file = join(import.meta.dirname, "../../schemas/views/dealers/branch-offices.json");
const { wording, names } = JSON.parse(readFileSync(file, "utf8")) as {
  wording: Record<string, string>;
  names: Record<string, string[]>;
};

const hours = [{ name: "Lunes a viernes", hours: "9:00 a 18:00" }];
const office: BranchOfficeRow = {
  uuid: "u-1",
  name: "Casa Matriz",
  address: "Calle Uno 1",
  commune: "Talca",
  latitude: -35.4,
  longitude: -71.6,
  centerCode: "A-1",
  brands: ["Uno"],
  postSaleBrands: ["Dos"],
  services: ["Taller"],
  scheduleSale: hours,
  schedulePostSale: hours,
  telephone: "+56711111111",
  telephonePostsale: "+56711111112",
  whatsappNew: "+56911111111",
  whatsappUsed: "+56911111112",
};

test("its words are those of its definition, with what it fills in", () => {
  const filled = new Map<string, string[]>();
  const own: WordsReader = {
    words: (key) => key,
    text: (key) => (filled.set(key, []), key),
    fill: (key, values) => (filled.set(key, Object.keys(values)), key),
  };
  renderToString(
    <MemoryRouter>
      <PageContext value={smallPage}>
        <BranchOffices value={[office]} block={{ block: "view" }} own={own} />
      </PageContext>
    </MemoryRouter>,
  );
  // The map is drawn in browsers alone: tests/browser/branches.test.ts has what it says.
  const ofMap = new Set(["mapTitle", "mapGroup"]);
  const asked = [...filled.keys()].toSorted();
  expect(asked).toEqual(
    Object.keys(wording)
      .filter((key) => !ofMap.has(key))
      .toSorted(),
  );
  for (const [key, values] of filled) expect([key, names[key] ?? []]).toEqual([key, values]);
});
