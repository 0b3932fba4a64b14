import { assertEquals } from "@std/assert";
import { findAgain } from "./findAgain.ts";
import { mutantsOf } from "./operators.ts";

const PATH = "src/a/b.ts", BEFORE = "const a = b < 1;\nconst c = d < 1;\nconst e = d < 1;\n";

const survivors = mutantsOf(PATH, BEFORE).map((mutant) => ({
  ...mutant,
  code: BEFORE.split("\n")[mutant.line - 1]!,
}));

Deno.test("findAgain() finds mutants at their current positions, and leaves out those with a changed line", () => {
  const moved = `// new\n${BEFORE.replace("b < 1", "b < 2")}`;
  const found = findAgain(survivors, new Map([[PATH, moved]]));
  assertEquals(found.map(({ line, before }) => `${line} ${before}`), ["3 <", "3 1", "4 <", "4 1"]);
  assertEquals(found.map(({ start, end }) => moved.slice(start, end)), ["<", "1", "<", "1"]);
  assertEquals(findAgain(survivors, new Map()), []);
});
