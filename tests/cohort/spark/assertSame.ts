import { assert, assertEquals } from "@std/assert";
import { digestRows } from "../../../src/cohort/digest.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";

/**
 * Asserts that frames have the same columns, types and values to the last bit; `about` names them.
 */
export function assertSame(found: Frame, expected: Frame, about = ""): void {
  assertEquals(found.columns, expected.columns, about);
  assertEquals(found.dtypes.map(String), expected.dtypes.map(String), about);
  assertEquals(found.height, expected.height, about);
  assert(found.frameEqual(expected), `${about}: ${found}\n${expected}`);
  // Equal numbers may differ in bits: 0 and -0.
  assertEquals(digestRows(columnsOf(found)), digestRows(columnsOf(expected)), about);
}
