import { assert, assertEquals } from "@std/assert";
import { chooseMutants } from "./choose.ts";
import { mutantsOf } from "./operators.ts";

const changesOf = (code: string): string[] =>
  mutantsOf("src/a/b.ts", code).map(({ before, after }) => `${before} -> ${after}`);

Deno.test("mutantsOf() changes operators, numbers, texts, guards and calls", () => {
  assertEquals(changesOf("const a = b < 1;"), ["< -> <=", "1 -> 2"]);
  assertEquals(changesOf("const a = b && !c;"), ["&& -> ||", "!c -> c"]);
  assertEquals(changesOf('const a = b === "c" ? d : e;'), [
    'b === "c" -> true',
    "=== -> !==",
    '"c" -> ""',
  ]);
  assertEquals(changesOf("if (a) return;"), ["a -> false"]);
  assertEquals(changesOf("tell(a);"), ["tell(a); -> "]);
  assertEquals(changesOf("const a = b ?? 5n;"), ["b ?? 5n -> b", "5n -> 6n"]);
  assertEquals(changesOf("const a = [b, c];"), [", c -> "]);
});

Deno.test("mutantsOf() leaves out types, imports and error texts", () => {
  assertEquals(changesOf('import { a } from "b";'), []);
  assertEquals(changesOf('type A = "b" | 1;'), []);
  assertEquals(changesOf('throw new RangeError("Cannot: " + 1);'), []);
  assertEquals(changesOf('const a = "b" + c;').filter((change) => change.startsWith("+")), []);
});

Deno.test("chooseMutants() draws the same mutants for a seed, from every folder, at most two per file", () => {
  const code = "if (a < 1 && b) tell(c ?? 2);\n".repeat(30);
  const sources = ["x/1", "x/2", "x/3", "y/1", "y/2"]
    .map((name) => ({ path: `src/${name}.ts`, text: code }));
  const chosen = chooseMutants(sources, { seed: 7, count: 8 });
  assertEquals(chosen, chooseMutants(sources, { seed: 7, count: 8 }));
  assertEquals(new Set(chosen.map(({ path }) => path.split("/")[1])), new Set(["x", "y"]));
  for (const [path, of] of Map.groupBy(chosen, ({ path }) => path)) {
    assert(of.length <= 2, path);
  }
  assert(
    JSON.stringify(chosen) !== JSON.stringify(chooseMutants(sources, { seed: 8, count: 8 })),
  );
});

Deno.test("chooseMutants() draws each kind of change about equally often, whatever its number of places", () => {
  const code = "if (a < 1 && b) tell(c ?? 2);\n".repeat(30) + "const one = d + e;\n";
  const sources = Array.from({ length: 200 }, (_, i) => ({ path: `src/x/${i}.ts`, text: code }));
  const chosen = chooseMutants(sources, { seed: 7, count: 300 });
  const kinds = Map.groupBy(chosen, ({ operator }) => operator);
  const all = new Set(mutantsOf("src/x/1.ts", code).map(({ operator }) => operator));
  assertEquals(new Set(kinds.keys()), all);
  for (const [kind, of] of kinds) {
    assert(of.length > 150 / all.size && of.length < 600 / all.size, `${kind} ${of.length}`);
  }
});
