import { assertAlmostEquals, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import { resample } from "../../src/series/resample.ts";
import { rolling } from "../../src/series/rolling.ts";
import type { ResampleOptions } from "../../src/series/windows/resampleOptions.ts";
import expected from "../fixtures/tsflex_empatica_expected.json" with { type: "json" };

const FILES = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** Windows of one kind with values, by their labels. */
function windowsOf(
  frame: pl.DataFrame,
  { time, value, ...options }: ResampleOptions & { time: string; value: string },
): unknown[][] {
  const made = resample(frame, { ...options, time, aggregate: { [value]: "count" } });
  const rows = made.toRecords() as { [name: string]: number | Date }[];
  return rows.filter((row) => row[value] !== 0)
    .map((row) => [(row[time] as Date).toISOString().replace(".000Z", "Z"), row[value]]);
}

for (const name of ["ibi", "tmp"] as const) {
  const wanted = expected[name], { time_column: time, value_column: value } = wanted;
  const read = () => pl.readParquet(`${FILES}tsflex_empatica_${name}.parquet`);

  Deno.test(`resample() of a wrist sensor's ${value} agrees with Polars and pandas in Python`, () => {
    const frame = read();
    const quarter = { every: "15m", closed: "right", time } as const;
    const bins = wanted["polars 15m right"];
    assertEquals(
      windowsOf(frame, { ...quarter, value }),
      bins.map(([label, _mean, _max, count]) => [label, count]),
    );
    for (const [aggregate, place] of [["mean", 1], ["max", 2]] as const) {
      const made = resample(frame, { ...quarter, aggregate: { [value]: aggregate } });
      const values = made.getColumn(value).toArray().filter((one) => one !== null);
      values.forEach((one, i) =>
        assertAlmostEquals(one as number, bins[i]![place] as number, 2e-5)
      );
    }
    const hours = wanted["pandas 1h"];
    assertEquals(
      windowsOf(frame, { every: "1h", time, value }),
      hours.map(([label, _median, count]) => [label, count]),
    );
    const medians = resample(frame, { every: "1h", time, aggregate: { [value]: "median" } });
    medians.getColumn(value).toArray().forEach((median, i) =>
      assertAlmostEquals(median as unknown as number, hours[i]![1] as number, 1e-6)
    );
  });

  Deno.test(`rolling() of a wrist sensor's ${value} agrees with Polars and pandas in Python`, () => {
    const means = rolling(read(), { window: "5m", time }).getColumn(value).toArray();
    assertEquals(means.length, wanted.rows);
    for (const [row, mean, other] of wanted["rolling 5m"]) {
      assertAlmostEquals(means[row!] as unknown as number, mean!, 2e-5); // Python has 32 bits here
      assertAlmostEquals(means[row!] as unknown as number, other!, 2e-5);
    }
  });
}
