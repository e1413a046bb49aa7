import { expect, test } from "vitest";
import email from "../../schemas/kinds/email.json" with { type: "json" };
import { meantAddress } from "../../renderer/widgets/meant-address.ts";

test.each<[string, string | undefined]>([
  ["ana@gmial.com", "ana@gmail.com"],
  ["ana@gmai.com", "ana@gmail.com"],
  ["ana@ggmail.com", "ana@gmail.com"],
  ["ana@gmail.con", "ana@gmail.com"],
  ["Ana.Soto@Gmail.co", "Ana.Soto@gmail.com"],
  ["ana@gmail.cl", "ana@gmail.com"],
  ["ana@hotmial.com", "ana@hotmail.com"],
  ["ana@hotmal.cl", "ana@hotmail.cl"],
  ["ana@gmail.com", undefined],
  ["ana@GMAIL.com", undefined],
  ["ana@hotmail.fr", undefined],
  ["ana@ymail.com", undefined],
  ["ana@mail.com", undefined],
  ["ana@correo.cl", undefined],
  ["ana@gmail", undefined],
  ["@gmial.com", undefined],
  ["gmial.com", undefined],
])("of %s, what was meant is %s", (typed, meant) => {
  expect(meantAddress(typed, email.domains)).toBe(meant);
});
