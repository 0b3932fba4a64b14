import { assert, assertEquals } from "@std/assert";
import { folderOf, loweredLimits, phrasesIn, proseFiles } from "../../tools/prose/prose.ts";
import { codeTexts, markdownTexts, notebookTexts } from "../../tools/prose/texts.ts";

/** Sentences of this project before and after they were rewritten. */
const REWRITTEN: readonly (readonly [before: string, after: string])[] = [
  [
    "Whether a column of numbers has any value; NaN is none.",
    "Returns whether a numeric column has at least one value other than NaN.",
  ],
  ["undefined where it is none", "`undefined` if it is not one"],
  ["What the random numbers begin from.", "Seed of the random number generator."],
  [
    "What the signs are; their colours are those of the two.",
    "Legend symbols, in the colours of the two groups.",
  ],
  ["there is no line of names", "the header row is missing"],
  ["A column as it stands in the file.", "A column of raw text, before type inference."],
  ["It runs on one's own risk.", "It runs at your own risk."],
  ["the export has its minutes alone", "the export only has minutes per stage"],
  [
    "Of what adds up, such as steps, ask for the sum.",
    'For totals such as steps, pass `aggregate: "sum"`.',
  ],
  ["Nothing is called so", "No results"],
  ["Held against", "Compared with"],
  ["delimiter, decimal comma and dates are found out", "the delimiter is detected"],
];

for (const [before, after] of REWRITTEN) {
  Deno.test(`the prose check finds "${before}" and accepts "${after}"`, () => {
    const find = (text: string): number =>
      codeTexts(`/** ${text} */`, "src/a.ts").flatMap((each) => phrasesIn("src/a.ts", each)).length;
    assert(find(before) > 0);
    assertEquals(find(after), 0);
  });
}

Deno.test("codeTexts() reads comments and messages, not code, SQL or strings of tests", () => {
  const source = [
    "/** Adds rows.",
    " *",
    " * @throws {TypeError} if `rows` is no frame",
    " */",
    "const url = 'https://example.org/a'; // the only",
    "// source of rows",
    "const pattern = /\\/\\/ no comment/;",
    "throw new Error(`Cannot add ${n} rows: there are none`);",
    "db.exec('SELECT a FROM b where it stands in there');",
    "/* A block. */",
  ].join("\n");
  assertEquals(codeTexts(source, "src/a.ts").map(({ line, text }) => `${line} ${text}`), [
    "1 Adds rows.",
    "3 if code is no frame",
    "5 the only source of rows",
    "10 A block.",
    "8 Cannot add code rows: there are none",
  ]);
  const test = 'Deno.test("adds a row to a table", () => f("no name of any test"));';
  assertEquals(codeTexts(test, "tests/a_test.ts").map(({ text }) => text), [
    "adds a row to a table",
  ]);
});

Deno.test("markdownTexts() leaves out code blocks and generated parts", () => {
  const page = [
    "# A page",
    "",
    "A [link](b.md) and",
    "`code`.",
    "",
    "- an item",
    "  of two lines",
    "```ts",
    "hidden();",
    "```",
    "",
    "<!-- bench -->",
    "hidden",
    "<!-- /bench -->",
    "| a | `b` |",
  ].join("\n");
  const wanted = ["A page", "A link and code.", "an item of two lines", "a", "code"];
  assertEquals(markdownTexts(page).map(({ text }) => text), wanted);
  const cells = [
    { cell_type: "markdown", source: page.split(/(?<=\n)/) },
    { cell_type: "code", source: "hidden()" },
  ];
  assertEquals(notebookTexts(JSON.stringify({ cells })).map(({ text }) => text), wanted);
});

Deno.test("the limits of prose only go down", () => {
  const finding = phrasesIn("src/a.ts", { kind: "comment", line: 1, text: "told" })[0]!;
  const count = (words: number, phrases: number) => ({
    words,
    findings: Array.from({ length: phrases }, () => finding),
  });
  const counts = new Map([["a", count(1000, 9)], ["b", count(1000, 9)], ["c", count(1000, 2)]]);
  assertEquals(loweredLimits(counts, { a: 20, b: 5, c: 7 }), { a: 9, b: 5 });
});

Deno.test("the prose check reads code, pages and notebooks, by folder", () => {
  const files = proseFiles();
  for (const path of ["README.md", "mod.ts", "docs/times.md", "src/sleep/merge.ts"]) {
    assert(files.includes(path), path);
  }
  assert(files.some((path) => path.endsWith(".ipynb")));
  assertEquals(
    ["mod.ts", "docs/a.md", "src/sleep/b/a.ts", "tests/c.ts", "tools/d/e.ts"].map(folderOf),
    [".", "docs", "src/sleep", "tests", "tools"],
  );
});
