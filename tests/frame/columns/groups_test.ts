import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type CodedText, textReader } from "../../../src/frame/columns/codedText.ts";
import type { Column } from "../../../src/frame/columns/columns.ts";
import { groupRows, rowsOfGroups, sortedRowsOfGroups } from "../../../src/frame/columns/groups.ts";
import { columnsOfRows, someRow } from "../someRows.ts";

const codesOf = (values: readonly (string | null)[]): CodedText => textReader(() => values).codes();

Deno.test("groupRows() numbers the different rows of columns of any type by first appearance", () => {
  const names = ["count", "value", "name", "day", "time", "flag"] as const;
  fc.assert(
    fc.property(
      fc.array(someRow, { maxLength: 30 }),
      fc.subarray([...names], { minLength: 1 }),
      (rows, by) => {
        const columns = columnsOfRows(rows), first = new Map<string, number>();
        const keys = rows.map((row) => JSON.stringify(by.map((name) => row[name] ?? null)));
        keys.forEach((key, row) => first.has(key) || first.set(key, row));
        const order = [...first.keys()];
        const given = by.map((name): [string, Column | CodedText] => {
          const column = columns[name]!;
          return [name, column.type === "text" ? codesOf(column.values) : column];
        });
        const groups = groupRows(Object.fromEntries(given), "group");
        assertEquals([...groups.codes], keys.map((key) => order.indexOf(key)));
        assertEquals([...groups.first], [...first.values()]);
        const own = order.map((key) => keys.flatMap((each, row) => each === key ? [row] : []));
        assertEquals(rowsOfGroups(groups, undefined).map((each) => [...each]), own);
        const back = Uint32Array.from(keys.keys()).reverse();
        assertEquals(
          rowsOfGroups(groups, back).map((each) => [...each]),
          own.map((each) => each.toReversed()),
        );
        const odd = back.filter((row) => row % 2 === 1);
        assertEquals(
          rowsOfGroups(groups, odd).map((each) => [...each]),
          own.map((each) => each.toReversed().filter((row) => row % 2 === 1)),
        );
        const values = BigInt64Array.from(
          rows,
          (row) => BigInt(row["count"] as number | null ?? 0),
        );
        assertEquals(
          sortedRowsOfGroups(groups, values).map((each) => [...each]),
          own.map((each) => each.toSorted((a, b) => Number(values[a]! - values[b]!))),
        );
      },
    ),
  );
});

Deno.test("groupRows() rejects columns of lists, structs and unnumbered text", () => {
  const item: Column = { type: "text", values: [] };
  for (
    const column of [
      item,
      { type: "list", offsets: Int32Array.of(0), item },
      { type: "struct", length: 0, fields: { item } },
    ] as Column[]
  ) {
    assertThrows(
      () => groupRows({ odd: column }, "group rows"),
      TypeError,
      `Cannot group rows: column "odd" is ${column.type}, which cannot form groups`,
    );
  }
});

Deno.test("text is read as numbers of its distinct words in alphabetical order, null first", () => {
  let times = 0;
  const reader = textReader(() => (times++, ["b", null, "a", "b", ""]));
  const coded = { codes: Uint32Array.of(3, 0, 2, 3, 1), names: [null, "", "a", "b"] };
  assertEquals([reader.codes(), reader.codes(), reader.values()], [coded, coded, [
    "b",
    null,
    "a",
    "b",
    "",
  ]]);
  assertEquals(times, 1);
  const own = textReader(() => [], () => (times++, coded));
  assertEquals([own.codes(), own.codes(), times], [coded, coded, 2]);
});
