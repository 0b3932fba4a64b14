import { assertEquals, assertThrows } from "@std/assert";
import { IncompleteError, PersonError } from "../../src/cohort/cohortError.ts";
import type { Query } from "../../src/cohort/query.ts";
import {
  checkRows,
  checkTrailers,
  type Output,
  sortNotes,
} from "../../src/cohort/spark/sparkQuery.ts";
import type { Failure, Trailer } from "../../src/cohort/worker/trailer.ts";
import { textColumn } from "../../src/frame/columns/columns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";

const QUERY: Query = { table: "stages", steps: [] };
const trailer = (rowsIn: number, rowsOut: number, digest: number): Trailer => ({
  rowsIn,
  rowsOut,
  digest,
});

/** Returns lines as workers write them: a type, and a note in JSON. */
function lines(...notes: readonly (readonly [kind: string, note: unknown])[]) {
  return toFrame({
    kind: textColumn(notes.map(([kind]) => kind)),
    note: textColumn(notes.map(([, note]) => note === null ? null : JSON.stringify(note))),
  });
}

Deno.test("sortNotes() separates trailers, columns and failures, and skips rows and unknown types", () => {
  const trailers: Trailer[] = [], columns: Output[] = [], failed: Failure[] = [];
  const failure = { person: "7", name: "RangeError", message: "rows overlap" };
  sortNotes(
    lines(
      ["row", null],
      ["columns", [["value", "float64"]]],
      ["trailer", trailer(3, 2, 9)],
      ["error", failure],
      ["what", { rowsIn: 5 }],
      ["trailer", trailer(4, 4, 8)],
    ),
    QUERY,
    { trailers, columns },
    (one) => failed.push(one),
  );
  assertEquals(trailers, [trailer(3, 2, 9), trailer(4, 4, 8)]);
  assertEquals(columns, [[["value", "float64"]]]);
  assertEquals(failed, [failure]);
});

Deno.test("sortNotes() throws the first failure by default", () => {
  const failure = { person: "7", name: "RangeError", message: "rows overlap" };
  const error = assertThrows(
    () => sortNotes(lines(["error", failure]), QUERY, { trailers: [], columns: [] }, undefined),
    PersonError,
    "for person 7: rows overlap",
  );
  assertEquals([error.person, error.kind], ["7", "RangeError"]);
});

Deno.test("checkTrailers() adds up the partitions' counts and digests (modulo 2^32), and detects missing rows", () => {
  const trailers = [trailer(3, 2, 2 ** 32 - 1), trailer(4, 5, 3)];
  assertEquals(checkTrailers(QUERY, trailers, 7), trailer(7, 7, 2));
  for (const expected of [6, 8]) {
    assertThrows(
      () => checkTrailers(QUERY, trailers, expected),
      IncompleteError,
      `7 of ${expected}`,
    );
  }
  checkRows(QUERY, 7, 7);
  assertThrows(() => checkRows(QUERY, 6, 7), IncompleteError, "of 7 rows, 6 arrived");
});
