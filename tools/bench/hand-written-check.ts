/** The form of `forms.ts` as somebody checks it who writes it by hand: a list of questions, each with its test. */
import { schemaFormats, type Answers } from "../../schemas/engine/all.ts";

const letters = /^[A-Za-z ]+$/u;
const digits = /^[0-9]{8}$/u;

/** In the order of the kinds of `forms.ts`. */
const tests: ((value: unknown) => boolean)[] = [
  (value) => typeof value === "string" && value.length <= 60 && letters.test(value),
  (value) => typeof value === "string" && value.length <= 80 && schemaFormats.email.test(value),
  (value) => typeof value === "number" && value >= 0 && value <= 999,
  (value) => typeof value === "boolean",
  (value) => typeof value === "string" && digits.test(value),
];

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** Makes the check of a form of so many questions: what is wrong, in their order. */
export function handWrittenCheck(count: number): (answers: Answers) => { path: string; code: string }[] {
  const questions = Array.from({ length: count }, (_, index) => {
    const before = `s.f${index - 1}`;
    return {
      path: `s.f${index}`,
      test: tests[index % tests.length]!,
      isAsked: index % 5 === 4 ? (answers: Answers) => answers[before] === true : undefined,
    };
  });
  return (answers) => {
    const problems: { path: string; code: string }[] = [];
    for (const { path, test, isAsked } of questions) {
      if (isAsked && !isAsked(answers)) continue;
      const value = answers[path];
      if (isBlank(value)) problems.push({ path, code: "required" });
      else if (!test(value)) problems.push({ path, code: "invalid" });
    }
    return problems;
  };
}
