import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { Rule } from "../../types/index.ts";
import type { Project, Brand, Screen } from "../project/project.ts";
import { screenAt } from "./routes.ts";
import { isObject } from "../report/values.ts";

/** The call whose result a variable reads with one of these keys. */
function readsOf(rule: Rule, key: string, calls: ReadonlySet<string>): boolean {
  if (!isObject(rule) || !("var" in rule)) return false;
  const path = [rule["var"]].flat()[0];
  const [name = "", read, ...rest] = String(path).split(".");
  return read === key && rest.length === 0 && calls.has(`${name}()`);
}

/**
 * Whether a condition holds because a call failed: it is that its result is not ok, or has a failure, alone or with
 * others. What a service said when it did answer is the author's to judge.
 */
export function meansFailure(rule: Rule, calls: ReadonlySet<string>): boolean {
  if (!isObject(rule)) return false;
  const [operator, given] = Object.entries(rule)[0] ?? [];
  const operands = [given].flat();
  switch (operator) {
    case "var":
      return readsOf(rule, "failure", calls);
    case "!!":
      return meansFailure(operands[0], calls);
    case "!":
      return readsOf(operands[0], "ok", calls);
    case "==":
    case "===":
      return operands.includes(false) && operands.some((one) => readsOf(one, "ok", calls));
    case "and":
    case "or":
      return operands.some((one) => meansFailure(one, calls));
    default:
      return false;
  }
}

/** Checks that a page to which a failure leads says so, in each of the brands: else it looks like a success. */
export function checkFailurePage(
  project: Project,
  file: ReadFile,
  address: string | undefined,
  at: JsonPath,
  brands: Brand[] = [],
): void {
  const route = address?.split(/[?#]/)[0];
  if (route === undefined) return;
  const found = brands.map((brand) => screenAt(project, route, brand));
  const all = brands.length > 0 ? found : [screenAt(project, route)];
  const wrong = all.find(
    (screen) => screen && !("failure" in screen.value) && !project.report.hasInvalid(screen.file),
  );
  if (!wrong) return;
  project.report.add(file, at, "no-failure-page", { route, screen: wrong.id });
}

/** Checks that a screen for failures has words for them. */
export function checkFailureBlock(project: Project, { id, file, value }: Screen): void {
  if (value.failure === undefined) return;
  if ((value.blocks ?? []).some((block) => block.block === "failure")) return;
  project.report.add(file, ["failure"], "no-failure-block", { screen: id }, { part: "key" });
}
