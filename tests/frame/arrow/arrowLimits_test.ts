import { assertEquals, assertThrows } from "@std/assert";
import { checkLimits, checkSize } from "../../../src/frame/arrow/arrowLimits.ts";

Deno.test("a limit is an integer of at least 0, Infinity, or absent", () => {
  for (const value of [undefined, 0, 1, 1e12, Infinity]) {
    assertEquals(checkLimits({ maxUnpacked: value }, "read"), {
      maxUnpacked: value,
      maxRows: undefined,
    });
    assertEquals(checkLimits({ maxRows: value }, "read"), {
      maxUnpacked: undefined,
      maxRows: value,
    });
  }
  for (const value of [-1, 0.5, NaN, -Infinity, "1" as never, null as never]) {
    for (const name of ["maxUnpacked", "maxRows"]) {
      assertThrows(
        () => checkLimits({ [name]: value }, "read it"),
        RangeError,
        `Cannot read it: ${name} is ${value}, expected an integer of at least 0, or Infinity`,
      );
    }
  }
});

Deno.test("each byte may unpack to 200 bytes (at least 64 MB in total), with 8 rows for each of those (at least a million)", () => {
  const size = (packed: number, unpacked: number, rows: number) => ({ packed, unpacked, rows });
  for (
    const [most, more, reason] of [
      [
        size(1, 64_000_000, 0),
        size(1, 64_000_001, 0),
        "1 bytes claim to unpack to 64000001, more than 64000000; raise maxUnpacked to allow it",
      ],
      [size(1_000_000, 2e8, 0), size(1_000_000, 2e8 + 1, 0), "more than 200000000"],
      [
        size(9, 0, 1_000_000),
        size(9, 0, 1_000_001),
        "9 bytes claim to hold 1000001 rows, more than 1000000; raise maxRows to allow it",
      ],
      [
        size(1_000_000, 1_000_000, 8_000_000),
        size(1_000_000, 1_000_000, 8_000_001),
        "more than 8000000",
      ],
    ] as const
  ) {
    checkSize(most, {});
    assertThrows(() => checkSize(more, {}), Error, reason);
    checkSize(more, { maxUnpacked: Infinity, maxRows: Infinity });
    checkSize(more, { maxUnpacked: more.unpacked, maxRows: more.rows });
  }
  const all = size(1, 2 ** 63, 2 ** 63);
  checkSize(all, { maxUnpacked: Infinity, maxRows: Infinity });
  assertThrows(
    () => checkSize(all, { maxUnpacked: Infinity, maxRows: 0 }),
    Error,
    "more than 0; raise maxRows",
  );
});
