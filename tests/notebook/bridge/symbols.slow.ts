import { assert } from "@std/assert";
import { Symbols } from "../../../src/notebook/bridge/symbols.ts";
import { notebookSymbols, SYMBOLS_FILE } from "../../../tools/notebookSymbols.ts";

Deno.test("symbols.jsonl matches the sources: deno run -A tools/notebookSymbols.ts writes it", async () => {
  assert(await Deno.readTextFile(SYMBOLS_FILE) === notebookSymbols(), "symbols.jsonl is old");
});

Deno.test("the kernel's help stays small enough to load while somebody types", async () => {
  const { size } = await Deno.stat(SYMBOLS_FILE);
  assert(size < 250_000, `${size} bytes`);
  const symbols = await Symbols.load();
  assert(
    symbols.find("plot.hypnogram") && symbols.find("hypnogram") && symbols.find("you.samples"),
  );
  assert(!symbols.find("plot.nothing") && !symbols.find("nothing"));
});
