import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { plot } from "../../mod.ts";
import { consensus } from "../../src/sleep/consensus.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { hypnodensity } from "../../src/sleep/hypnodensity.ts";
import { scoredNights } from "../../src/sample/nights/scoredNights.ts";

const nights: Record<string, Record<string, string>> = JSON.parse(scoredNights());
const tz = "Europe/Paris";

/** Returns the scorings of a night, which starts before the clock goes forward. */
const scored = (night: string) =>
  Object.entries(nights[night]!).flatMap(([source, codes]) =>
    fromHypnogram(
      Array.from(codes, (code) => code === "." ? -1 : Number(code)),
      { start: "2024-03-30T22:00", tz },
    ).toRecords().map((row) => ({ ...row, source, night }))
  );

Deno.test("hypnodensity() gives the shares that counting five scorers of DOD-H gives, with unscored epochs", () => {
  for (const night of Object.keys(nights).slice(0, 6)) {
    const codes = Object.values(nights[night]!),
      rows = hypnodensity(scored(night), { tz }).toRecords();
    const start = Date.parse("2024-03-30T21:00Z");
    for (const row of rows) {
      const epoch = (Number(row["start_time"]) - start) / 30_000;
      const own = codes.map((code) => code[epoch]).filter((code) =>
        code !== "." && code !== undefined
      );
      assertEquals(Number(row["scorers"]), own.length);
      for (const [code, name] of ["W", "N1", "N2", "N3", "REM"].entries()) {
        const share = own.filter((one) => one === String(code)).length / own.length;
        assertEquals(
          row[name],
          own.length === 0 ? null : share,
          `${night}, epoch ${epoch}, ${name}`,
        );
      }
    }
  }
});

Deno.test("the largest share of hypnodensity() is the probability of sleep.consensus", () => {
  const [night] = Object.keys(nights);
  const rows = hypnodensity(scored(night!), { tz }).toRecords();
  const spans = consensus(scored(night!), { tz, probability: true }).toRecords();
  for (const { start_time, probability } of spans) {
    const row = rows.find((own) => Number(own["start_time"]) === Number(start_time))!;
    const most = Math.max(...["W", "N1", "N2", "N3", "REM"].map((name) => Number(row[name])));
    assertAlmostEquals(most, Number(probability), 1e-12);
  }
});

Deno.test("hypnodensity() separates nights by `by`, and plot.line draws its shares", () => {
  const [a, b] = Object.keys(nights);
  const both = hypnodensity([...scored(a!), ...scored(b!)], { by: "night", tz });
  const only = hypnodensity(scored(b!), { tz });
  const second = both.toRecords().filter((row) => row["night"] === b);
  assertEquals(second.map(({ night: _, ...row }) => row), only.toRecords());
  const picture = plot.line(only, { x: "start_time", y: ["W", "N1", "N2", "N3", "REM"], tz });
  assert(String(picture).includes("REM"), String(picture));
  assertThrows(
    () => hypnodensity(scored(a!).map(({ source: _, ...row }) => row), { tz }),
    TypeError,
    'column "source" is missing',
  );
});
