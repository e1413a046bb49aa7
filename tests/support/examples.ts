/** The examples of the project's own flows. */
import { examplesIn, type Example } from "../../tools/authors/examples.ts";
import { toldOfCars } from "./cars-of-examples.ts";
import { toldOfCredits } from "./credit-services.ts";
import { projectFiles } from "./definitions.ts";

export { evaluateExample, examplesIn, type Example, type Given } from "../../tools/authors/examples.ts";

/** Of what these services tell, the embedded ones tell something else than examples: tests/engine has those examples. */
const ofOtherLists = new Set(["account", "catalog", "financial"]);
/** What somebody has, by its link, as an hour or a car that was bought: there is none of the example. */
const byItsLink = new Set(["appointment.own", "reservation.cancellation"]);

/** All examples of all flows. */
export const allExamples = async (): Promise<Example[]> => examplesIn(Object.values(await projectFiles()));

/** Examples of forms that a page of their brand shows: they can be tried on the server and on the screen. */
export async function examplesOnPages(): Promise<Example[]> {
  const [examples, files] = [await allExamples(), await projectFiles()];
  const flowsOf = (brand: string): unknown[] => {
    const { screens } = files[`brands/${brand}/brand.json`]!.value as { screens: string[] };
    return screens.flatMap((screen) => {
      const { blocks, signIn } = files[`schemas/screens/${screen}.json`]!.value as {
        blocks: { flow?: string }[];
        signIn?: true;
      };
      // Nobody comes to a page for who is signed in by an address alone.
      return signIn ? [] : blocks.map(({ flow }) => flow);
    });
  };
  const asksOthers = (flow: string): boolean => {
    const { data = {} } = files[`schemas/flows/${flow}/flow.json`]!.value as {
      data?: Record<string, { call: string }>;
    };
    return Object.values(data).some(
      ({ call }) =>
        byItsLink.has(call) ||
        (ofOtherLists.has(call.split(".")[0]!) && !toldOfCars.has(call) && !toldOfCredits.has(call)),
    );
  };
  // A finder is never sent. An example with its own content is of no page: pages have what marketing wrote.
  const isFinder = (flow: string): boolean =>
    (files[`schemas/flows/${flow}/flow.json`]!.value as { finder?: true }).finder === true;
  // Where one runs a program, a server is asked by program-examples.ts.
  // Nor is one that another run began: nobody comes to it by an address alone.
  return examples.filter(
    ({ brand, flow, content, results, program }) =>
      !content &&
      !program &&
      !("with" in results) &&
      flowsOf(brand).includes(flow) &&
      !isFinder(flow) &&
      !asksOthers(flow),
  );
}
