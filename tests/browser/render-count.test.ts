import { expect, test } from "vitest";
import { sharedProduct } from "../support/product.ts";

const product = await sharedProduct();

/** As much of React's own bookkeeping as is read here. */
interface Fiber {
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
  stateNode: unknown;
}
interface Counted {
  /** Names of the fields within what was drawn again. */
  fields: string[];
  /** Components that were drawn again. */
  components: number;
}

/** Runs in the page, where React's developer tools would: told of every commit, it notes what was drawn. */
function countRenders(): void {
  const performedWork = 1;
  const [functionComponent, classComponent, host] = [[0, 11, 14, 15], 1, 5];
  const counted = { fields: new Set<string>(), components: 0 };
  const fieldsWithin = (fiber: Fiber): void => {
    if (fiber.tag === host) {
      const element = fiber.stateNode as Element;
      for (const found of [element, ...element.querySelectorAll("[name]")]) {
        const name = found.getAttribute("name");
        if (name) counted.fields.add(name);
      }
      return;
    }
    for (let child = fiber.child; child; child = child.sibling) fieldsWithin(child);
  };
  const walk = (next: Fiber): void => {
    const before = next.alternate;
    const isComponent = functionComponent.includes(next.tag) || next.tag === classComponent;
    if (isComponent && (!before || (next.flags & performedWork) !== 0)) {
      counted.components++;
      fieldsWithin(next);
    }
    // Where the children are the very same, React did not go further down.
    if (before && next.child === before.child) return;
    for (let child = next.child; child; child = child.sibling) walk(child);
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => walk(root.current),
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      checkDCE() {},
    },
    takeRenders: () => {
      const taken = { fields: [...counted.fields], components: counted.components };
      counted.fields.clear();
      counted.components = 0;
      return taken;
    },
  });
}

test("a key draws one field again, and no other", async () => {
  const page = await product.blank();
  await page.addInitScript(countRenders);
  const take = () => page.evaluate(() => (globalThis as unknown as { takeRenders(): Counted }).takeRenders());
  const [brand, path] = ["SI", "/contacto"];
  await page.goto(product.server.url(brand, path));
  await page.locator("select:enabled >> nth=1").waitFor();
  const controls = page.locator("main form :is(input:not([type=checkbox]), textarea)");
  const first = await take();
  expect(first.fields.length).toBeGreaterThan(10);
  // What comes with the first sign of a person draws the page once more, whenever it is there.
  await controls.first().focus();
  await page.locator("header input[aria-haspopup]").waitFor();
  await take();
  // The first answer begins a run; that it has is drawn once, whenever the server says so.
  await controls.first().pressSequentially("0");
  await expect.poll(async () => (await take()).fields.length).toBeGreaterThan(10);

  for (const control of await controls.all()) {
    const name = (await control.getAttribute("name"))!;
    await control.pressSequentially("1");
    await take();
    await control.pressSequentially("2");
    const { fields, components } = await take();
    expect(fields).toEqual([name]);
    expect(components).toBeLessThan(12);
    // Leaving a field may show its problem: that is this field's business too.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect((await take()).fields.filter((one) => one !== name)).toEqual([]);
  }
  page.clean();
});
