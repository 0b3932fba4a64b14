import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { hypnodensity } from "../../src/plot/hypnodensity.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { hypnodensity as countVotes } from "../../src/sleep/hypnodensity.ts";
import { golden } from "./golden.ts";
import { found, textBoxes } from "./svg.ts";
import { scoredNights } from "../../src/sample/nights/scoredNights.ts";

const nights: Record<string, Record<string, string>> = JSON.parse(scoredNights());
const tz = "Europe/Paris", [scorings] = Object.values(nights);
const scored = Object.entries(scorings!).flatMap(([source, codes]) =>
  fromHypnogram(Array.from(codes, (code) => code === "." ? -1 : Number(code)), {
    start: "2024-03-30T22:00",
    tz,
  }).toRecords().map((row) => ({ ...row, source }))
);

Deno.test("hypnodensity() draws the votes of five scorers of DOD-H, and how much of the time they agree", async () => {
  const picture = hypnodensity(countVotes(scored, { tz }), { tz });
  const svg = await golden("hypnodensity", picture);
  // Brute force over the scored epochs.
  const columns = Array.from(
    { length: Math.min(...Object.values(scorings!).map(({ length }) => length)) },
    (_, epoch) =>
      Object.values(scorings!).map((codes) => codes[epoch]).filter((code) => code !== "."),
  ).filter(({ length }) => length > 0);
  const alike = columns.filter((votes) => new Set(votes).size === 1).length / columns.length;
  const title = found(svg, "[aria-label=header] text")[0]!.textContent;
  assertEquals(title, `Votes agree on one stage for ${Math.round(100 * alike)} % of the time`);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const [code, name] of ["Wake", "N1", "N2", "N3", "REM"].entries()) {
    const share = columns.reduce(
      (sum, votes) => sum + votes.filter((vote) => vote === String(code)).length / votes.length,
      0,
    ) / columns.length;
    const text = `${name} ${Math.round(100 * share)} %`;
    assert(texts.includes(text), `${text} is not in ${texts.join(", ")}`);
    assertStringIncludes(picture.summary, text);
  }
  await golden("hypnodensity-narrow", hypnodensity(countVotes(scored, { tz }), { tz, width: 360 }));
});

Deno.test("hypnodensity() stacks shares to 100 % from deep to awake, and breaks at epochs without any", async () => {
  const rows = [
    [0.5, 0.5, 0],
    [null, null, null],
    [0, 0, 1],
  ].map(([W, N2, N3], i) => ({
    start_time: `2024-01-01T22:0${i}Z`,
    end_time: `2024-01-01T22:0${i + 1}Z`,
    W,
    N2,
    N3,
    stage_table: "aasm",
  }));
  const picture = hypnodensity(rows, { tz: "UTC" });
  assertEquals(
    picture.summary,
    "Share of each stage, Mon 1 Jan 2024, 22:00 to 22:03 UTC: " +
      "N3 50 %, N2 25 %, Wake 25 %; votes agree on one stage for 50 % of the time",
  );
  const svg = await picture.svg();
  assert(textBoxes(svg).some(({ text }) => text.startsWith("Grey: no data")));
  const layers = found(svg, "[aria-label=area] path").map((path) =>
    path.getAttribute("d")!.split("M").length - 1
  );
  assertEquals(layers, [2, 2, 2], "two parts each");
});

Deno.test("hypnodensity() joins no shares over hours without epochs", async () => {
  const rows = [22, 23, 25, 26].map((hour, i) => ({
    start_time: new Date(Date.UTC(2024, 0, 1, hour)).toISOString(),
    end_time: new Date(Date.UTC(2024, 0, 1, hour + 1)).toISOString(),
    W: i / 4,
    N2: 1 - i / 4,
    stage_table: "aasm",
  }));
  const svg = await hypnodensity(rows, { tz: "UTC" }).svg();
  const [deep] = found(svg, "[aria-label=area] path");
  const parts = deep!.getAttribute("d")!.split("M").slice(1)
    .map((part) => part.split(/[LZ]/).filter(Boolean).map((point) => parseFloat(point)));
  assertEquals(parts.length, 2, "a part before and one after the hour");
  const [end, start] = [Math.max(...parts[0]!), Math.min(...parts[1]!)];
  const hour = (Math.max(...parts[0]!) - Math.min(...parts[0]!)) / 2;
  assert(Math.abs(start - end - hour) < 0.1, `${end} to ${start}`);
  assert(textBoxes(svg).some(({ text }) => text.startsWith("Grey: no data")));
});

/** Returns hours of nights that start at 22:00, each night with one share of REM. */
function hoursOf(nights: readonly number[], tz: string, rem: (night: number) => number) {
  return nights.flatMap((night) => {
    const start = Temporal.PlainDate.from("2024-01-01").add({ days: night })
      .toZonedDateTime({ timeZone: tz, plainTime: "22:00" }).epochMilliseconds;
    return Array.from({ length: 8 }, (_, hour) => ({
      start_time: new Date(start + hour * 3_600_000).toISOString(),
      end_time: new Date(start + (hour + 1) * 3_600_000).toISOString(),
      rem: rem(night),
      light: 1 - rem(night),
    }));
  });
}

/** Returns the parts of the lowest stage without a gap, each as its number of distinct heights. */
async function partsOf(rows: ReturnType<typeof hoursOf>, zone: string) {
  const svg = await hypnodensity(rows, { tz: zone }).svg();
  const [path] = found(svg, "[aria-label=area] path").map((path) => path.getAttribute("d")!);
  return {
    texts: textBoxes(svg).map(({ text }) => text).join(" "),
    parts: path!.split("M").slice(1).map((part) => {
      const tops = [...part.matchAll(/,([\d.]+)/g)].map(([, y]) => y);
      return new Set(tops.slice(0, tops.length / 2)).size;
    }),
  };
}

const days = (n: number): number[] => Array.from({ length: n }, (_, day) => day);

Deno.test("hypnodensity() of a month draws the mean of each night side by side, in any zone", async () => {
  for (const zone of ["UTC", "Pacific/Auckland", "America/Los_Angeles", "Australia/Lord_Howe"]) {
    const nights = days(30).filter((night) => night !== 12 && night !== 13);
    const { texts, parts } = await partsOf(hoursOf(nights, zone, (night) => night / 64), zone);
    assert(texts.includes("mean of each day, Tue 2 to Wed 31 Jan 2024"), texts);
    assertEquals(parts, [12, 16], `${zone}: nights before and after two missing ones`);
  }
});

Deno.test("hypnodensity() joins the weeks of a year and the months of ten years, except missing ones", async () => {
  const rem = (night: number): number => night / 8000;
  const year = await partsOf(hoursOf(days(365), tz, rem), tz);
  assert(year.texts.includes("mean of each week"), year.texts);
  assertEquals(year.parts, [53], "the year starts on a Tuesday and ends within a week");
  const known = days(3650).filter((night) => night < 59 || night >= 91);
  const decade = await partsOf(hoursOf(known, tz, rem), tz);
  assert(decade.texts.includes("mean of each month"), decade.texts);
  assertEquals(decade.parts, [2, 117], "no March of the first of ten years");
});

Deno.test("hypnodensity() accepts shares with rounding errors", () => {
  const [row] = hoursOf([0], tz, () => 1);
  const { summary } = hypnodensity([{ ...row, rem: 1 + 2e-16, light: -2e-16 }], { tz });
  assertStringIncludes(summary, "REM 100 %; votes agree");
});

Deno.test("hypnodensity() reports frames without shares, and invalid shares", () => {
  const row = { start_time: "2024-01-01T22:00Z", end_time: "2024-01-01T22:01Z" };
  assertThrows(
    () => hypnodensity([row], { tz: "UTC" }),
    TypeError,
    "the frame has no column of a stage (awake, rem, light, deep). Pass the result",
  );
  assertThrows(
    () => hypnodensity([{ ...row, deep: 80 }], { tz: "UTC" }),
    RangeError,
    "a share is 80, expected a number from 0 to 1. Divide percentages by 100.",
  );
  assertThrows(() => hypnodensity([{ ...row, deep: "much" }], { tz: "UTC" }), TypeError, "deep");
  assertEquals(
    hypnodensity([{ ...row, deep: null }], { tz: "UTC" }).summary.startsWith(
      "Share of each stage: no data",
    ),
    true,
  );
});

Deno.test("the title of hypnodensity() says if votes never agree", () => {
  const rows = [[0.5, 0.5], [0.25, 0.75]].map(([N2, N3], i) => ({
    start_time: `2024-01-01T22:0${i}Z`,
    end_time: `2024-01-01T22:0${i + 1}Z`,
    N2,
    N3,
    stage_table: "aasm",
  }));
  const { summary } = hypnodensity(rows, { tz: "UTC" });
  assertStringIncludes(summary, "votes never agree on one stage");
});
