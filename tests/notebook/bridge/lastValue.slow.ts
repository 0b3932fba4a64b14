import { assertEquals } from "@std/assert";
import { withLastValue } from "../../../src/notebook/bridge/lastValue.ts";
import { withBridge } from "./withBridge.ts";

Deno.test("a last value of null, NaN, -0, an infinity or a bigint is shown", () =>
  withBridge(async ({ run }) => {
    const cases: [code: string, shown: string[]][] = [
      ["null", ["null"]],
      ["0 / 0;", ["NaN"]],
      ["-1 / 0 // a comment", ["-Infinity"]],
      ["let zero = -0\nzero", ["-0"]],
      ["const big = 2n ** 70n; big", ["1180591620717411303424n"]],
      ["import { connect } from '@lifeframe/lifeframe';\nawait null;", ["null"]],
      ["[1, 2].find(\n  (n) => n > 2,\n) ?? null", ["null"]],
      ["`\nnull`.length", ["5"]],
      ["zero + 5", ["5"]],
      ["String\n(null)", ['"null"']],
      ["'a'", ['"a"']],
      ["undefined", []],
      ["const none = null", []],
      ["if (zero === 0) {\n  null\n}", []],
      ["console.log(1)\nnull", ["stdout: 1\n", "null"]],
    ];
    for (const [code, shown] of cases) {
      // Deno publishes some outputs late, so their order may differ.
      assertEquals((await run(code)).toSorted(), shown.toSorted(), code);
    }
  }));

Deno.test("code without a last expression of its own is unchanged", () => {
  const cases = [
    "const a = 1",
    "const a = 1,\n  b = 2",
    "const f = () =>\n  5",
    "a /* ;null */ const b = 1",
    "if (a) b\nelse\n  c",
    "for (let i = 0; i < 3; i++) i",
    "function f() {}",
    "class A {}",
    "{ a: 1 }",
    "const a: number = 5\na",
    "const a = ;\nnull",
    "",
    "// null",
    "if (a) {}\n[0]",
  ];
  for (const code of cases) {
    assertEquals(withLastValue(code).includes("lifeframe.last"), false, code);
  }
  for (const code of ["a // ;null", "x\n(null)", "x\n[0]"]) {
    assertEquals(withLastValue(code), withLastValue(`0;${code}`).slice(2), "one expression");
  }
});
