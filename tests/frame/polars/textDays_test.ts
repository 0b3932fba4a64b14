import { assertEquals } from "@std/assert";
import pl from "nodejs-polars";
import { show } from "../../../mod.ts";

const days = (): pl.DataFrame =>
  show.withDisplay(
    pl.DataFrame({
      night: pl.Series("night", [new Date("2025-03-01"), null, new Date("1969-12-31")], pl.Date),
      at: [new Date("2025-03-01T05:00Z"), null, null],
      value: [1, 2, null],
    }),
  );

Deno.test("toRecords() returns days as text, even for a frame derived from another", () => {
  assertEquals(days().toRecords() as unknown[], [
    { night: "2025-03-01", at: new Date("2025-03-01T05:00Z"), value: 1 },
    { night: null, at: null, value: 2 },
    { night: "1969-12-31", at: null, value: null },
  ]);
  const filtered = days().filter(pl.col("value").gt(0)).select("night").rename({ night: "day" });
  assertEquals(filtered.toRecords() as unknown[], [{ day: "2025-03-01" }, { day: null }]);
});

Deno.test("days of two frames can be joined as keys of a map", () => {
  const keys = new Map(days().toRecords().map((row) => [row["night"], row["value"]]));
  assertEquals(keys.get("2025-03-01" as never), 1);
});

Deno.test("toRecords() of plain Polars frames and the values of a column are still dates", () => {
  const plain = pl.DataFrame({ night: pl.Series("night", [new Date("2025-03-01")], pl.Date) });
  assertEquals(plain.toRecords() as unknown[], [{ night: new Date("2025-03-01") }]);
  assertEquals(days().getColumn("night").toArray()[0] as unknown, new Date("2025-03-01"));
});
