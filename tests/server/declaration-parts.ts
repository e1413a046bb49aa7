/** Answers of a declaration that is accepted where it is sent. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectReference, projectRoot } from "./parts.ts";

/** What an example of the flow answers. */
export const answersOf = async (example: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(projectRoot, `schemas/flows/declaration/examples/${example}.json`), "utf8"))
    .answers;

/** A branch office of a company that sells cars, and the code of the first make there. */
export async function centerOf(companyId: number): Promise<Record<string, string>> {
  const { companies, vehicles } = await projectReference();
  const { cities } = companies.find((company) => company.companyId === companyId)!;
  const office = cities
    .flatMap(({ branchOffices }) => branchOffices)
    .find(({ brands }) => brands.length > 0)!;
  const make = vehicles.find(({ name }) => name === office.brands[0])!;
  return { "declaration.branch": office.name, "declaration.brand": `${office.centerCode}-${make.code}` };
}
