import { assertEquals, assertThrows } from "@std/assert";
import { checkLanguage } from "../../src/notebook/kernel/checkLanguage.ts";
import { formatNotebook } from "../../src/notebook/format/formatNotebook.ts";
import { joinText } from "../../src/notebook/format/joinText.ts";
import { parseNotebook } from "../../src/notebook/format/parseNotebook.ts";
import { splitText } from "../../src/notebook/format/splitText.ts";
import { notebookOf } from "./notebookOf.ts";

Deno.test("parseNotebook() and formatNotebook() keep every field of a file in Jupyter's format", () => {
  const text = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "a",
   "metadata": {},
   "source": [
    "# Title\\n",
    "text"
   ],
   "unknown": 1
  }
 ],
 "metadata": {
  "custom": {
   "kept": [
    true
   ]
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`;
  assertEquals(formatNotebook(parseNotebook(text)), text);
});

Deno.test("parseNotebook() explains why a text is not a notebook of nbformat 4", () => {
  const cell = { cell_type: "code", metadata: {}, source: "" };
  const base = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] };
  const cases: [unknown, string][] = [
    [[], "no field nbformat"],
    [{ ...base, nbformat: 3, worksheets: [] }, "its nbformat is 3, and only 4"],
    [{ ...base, nbformat: undefined }, "no field nbformat"],
    [{ ...base, cells: {} }, "its field cells is not an array"],
    [{ ...base, metadata: null }, "its field metadata is not an object"],
    [{ ...base, cells: [cell, 1] }, "cells[1] is not an object"],
    [{ ...base, cells: [{ ...cell, cell_type: "heading" }] }, 'cells[0].cell_type is "heading"'],
    [{ ...base, cells: [{ ...cell, source: [1] }] }, "cells[0].source is neither"],
    [{ ...base, cells: [{ ...cell, metadata: 1 }] }, "cells[0].metadata is not an object"],
  ];
  for (const [value, message] of cases) {
    assertThrows(() => parseNotebook(JSON.stringify(value)), TypeError, message);
  }
  assertThrows(() => parseNotebook("{"), SyntaxError, "Cannot read notebook: it is not JSON");
});

Deno.test("checkLanguage() accepts TypeScript, JavaScript and no language, and names any other", () => {
  const nb = notebookOf("1");
  checkLanguage(nb);
  checkLanguage({ ...nb, metadata: {} });
  checkLanguage({ ...nb, metadata: { language_info: { name: "JavaScript" } } });
  const python = { ...nb, metadata: { kernelspec: { language: "python" } } };
  assertThrows(() => checkLanguage(python), TypeError, "it is written in python");
  const julia = { ...nb, metadata: { kernelspec: {}, language_info: { name: "julia" } } };
  assertThrows(() => checkLanguage(julia), TypeError, "it is written in julia");
});

Deno.test("splitText() keeps line ends, and joinText() restores the text", () => {
  assertEquals(splitText(""), []);
  assertEquals(splitText("a"), ["a"]);
  assertEquals(splitText("a\nb"), ["a\n", "b"]);
  assertEquals(splitText("\n\na\r\n"), ["\n", "\n", "a\r\n"]);
  const long = "x".repeat(30_000_000);
  for (const text of ["", "a", "a\n", "\n\n", "ü\r\n€\n", long]) {
    assertEquals(joinText(splitText(text)) === text, true);
    assertEquals(joinText(text) === text, true);
  }
});
