import { assert, assertEquals } from "@std/assert";
import * as arrow from "apache-arrow";
import { isArrowTable, loadArrow, looksLikeTable } from "../../../src/frame/arrow/loadArrow.ts";

Deno.test("loadArrow() returns the same copy of Arrow as an import", () => {
  assertEquals(loadArrow().Table, arrow.Table);
});

Deno.test("isArrowTable() recognizes tables of the loaded copy of Arrow, but not similar objects", () => {
  const table = arrow.tableFromArrays({ value: [1, 2] });
  assert(isArrowTable(table));
  const foreign = { schema: table.schema, batches: table.batches };
  assert(looksLikeTable(foreign) && !isArrowTable(foreign));
  assert(!isArrowTable(null) && !isArrowTable([]));
});
