import { assertEquals, assertThrows } from "@std/assert";
import { joinText } from "../../src/notebook/format/joinText.ts";
import type { Notebook } from "../../src/notebook/format/nbformat.ts";
import { withParameters } from "../../src/notebook/parameters.ts";
import { notebookOf } from "./notebookOf.ts";

const plain = notebookOf(
  `let month = "2025-02"; // a month\nconst days = 28;\nlet sources: string[] = ["Wrist"];\nlet all = false;`,
  "month",
);
const notebook: Notebook = {
  ...plain,
  cells: plain.cells.map((cell, i) =>
    i > 0 ? cell : { ...cell, metadata: { tags: ["parameters"] } }
  ),
};

const injected = (values: Record<string, string>): string =>
  joinText(withParameters(notebook, values).cells[1]!.source);

Deno.test("withParameters() sets texts unchanged, and reads other values as JSON", () => {
  assertEquals(injected({ days: "31", all: "true" }), "const days = 31;\nlet all = true;");
  assertEquals(injected({ sources: '["Ring","Wrist"]' }), 'let sources = ["Ring","Wrist"];');
});

Deno.test("withParameters() reads a quoted text, or a text like a number, as text", () => {
  const texts: Notebook = {
    ...notebook,
    cells: [{ ...notebook.cells[0]!, source: `let name = "x";` } as Notebook["cells"][number]],
  };
  const source = joinText(withParameters(texts, { name: `5"; Deno.exit()` }).cells[1]!.source);
  assertEquals(source, `let name = "5\\"; Deno.exit()";`);
  assertEquals(joinText(withParameters(texts, { name: "7" }).cells[1]!.source), `let name = "7";`);
});

Deno.test("withParameters() replaces values of an earlier run, and does not change a notebook without parameters", () => {
  const once = withParameters(notebook, { days: "31" });
  assertEquals(withParameters(once, { days: "30" }), withParameters(notebook, { days: "30" }));
  assertEquals(withParameters(once, {}), notebook);
});

Deno.test("withParameters() rejects a notebook without parameters, an unknown name, and other kinds of values", () => {
  assertThrows(
    () => withParameters(notebookOf("1"), { days: "1" }),
    RangeError,
    'Cannot set days: the notebook has no cell with the tag "parameters"',
  );
  assertThrows(
    () => injected({ day: "1" }),
    RangeError,
    "month, days, sources, all; did you mean days?",
  );
  for (const days of ["x", "true", "[1]", "null", '"28"']) {
    assertThrows(() => injected({ days }), RangeError, "does not have the type of its default, 28");
  }
});
