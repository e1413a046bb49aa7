/** Every block that the grammar has is drawn with all its words. */
import { expect, test } from "vitest";
import { render } from "../../renderer/entry-server.tsx";
import { blockNames, blockSample } from "../support/block-samples.ts";
import { smallPage } from "./support/small-flow.ts";

/** These show a run or a query, which have tests of their own. */
// What the last one says hangs on what was found.
const ofRuns = ["flow", "failure", "view", "search", "siteSearch"];

test.each(blockNames.filter((name) => !ofRuns.includes(name)))("%s", (name) => {
  const { block, texts } = blockSample(name);
  const { flow: _flow, ...screen } = { ...smallPage.screen, blocks: [block] };
  const { flow: _run, ...page } = { ...smallPage, social: { url: "https://social.example/" }, screen };
  const { html } = render(page, {}, "n");
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !html.includes(text))).toEqual([]);
});

test.each([
  [undefined, 1, 2],
  ["De otros", 2, 2],
])("pages of other sites under %j have headings of level %i and %i", (title, first, second) => {
  const site = "https://otro.example";
  const items = ["Uno", "Dos"].map((one) => ({ title: one, address: `${site}/${one}` }));
  const block = { block: "frame", sites: [site], items, ...(title === undefined ? {} : { title }) };
  const { flow: _flow, ...screen } = { ...smallPage.screen, blocks: [block] };
  const { flow: _run, ...page } = { ...smallPage, screen };
  const { html } = render(page, {}, "n");
  const levels = ["Uno", "Dos"].map((one) => new RegExp(`<h(\\d)[^>]*>${one}</h`).exec(html)?.[1]);
  expect(levels).toEqual([String(first), String(second)]);
});

test("nothing of a film is loaded before somebody presses", () => {
  const block = {
    block: "video",
    title: "Taller",
    address: "/media/taller.mp4",
    picture: "/media/taller.avif",
  };
  const { flow: _flow, ...screen } = { ...smallPage.screen, blocks: [block] };
  const { flow: _run, ...page } = { ...smallPage, screen };
  const { html } = render(page, {}, "n");
  expect(html.match(/<video[^>]*>/)?.[0]).toMatch(/ controls="".* preload="none"/);
  expect(html).not.toContain("autoplay");
});

test.each([
  ["servicio.clientes@salazarisrael.example.", "servicio.clientes@<wbr/>salazarisrael.example."],
  // What fits in any line, and what is none.
  ["ana@uno.cl.", "ana@uno.cl."],
  ["a 990 @ la unidad", "a 990 @ la unidad"],
])("%s goes on in the next line after its sign", (body, drawn) => {
  const { flow: _flow, ...screen } = { ...smallPage.screen, blocks: [{ block: "text", body }] };
  const { flow: _run, ...page } = { ...smallPage, screen };
  expect(render(page, {}, "n").html.replaceAll("<!-- -->", "")).toContain(drawn);
});

test("those of runs are there", () => {
  expect(blockNames).toEqual(expect.arrayContaining(ofRuns));
});
