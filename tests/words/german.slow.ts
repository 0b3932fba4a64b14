import { assert, assertEquals } from "@std/assert";
import { demo, range } from "../../mod.ts";
import { EVERY_PICTURE, TZ } from "../plot/everyPicture.ts";
import { sampleNights } from "../plot/sampleNights.ts";
import { numberText } from "../../tools/live/axis.ts";
import { parsed } from "../plot/svg.ts";
import * as plot from "../../src/plot/mod.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { metricLabel } from "../../src/app/ask/amounts.ts";
import { inLanguage } from "../../src/words/language.ts";

/** Words that German and English share: months and weekdays, statistics and units. */
const SHARED = new Set(
  `jan feb april apr jun jul august aug september sep november nov do so am in bpm h km min kcal
  median mediane minus nrem rem ring sd trend trends utc hedges pearson sdnn ms kg was training band`
    .split(
      /\s+/,
    ),
);

/** Words of the data: sources, groups, places, zones, notes, and the name of the person. */
const OWN = new Set(
  "watch weekend weekday coffee home berlin europe wrist mattress erika vitamins water friends workout mood"
    .split(" "),
);

/** Returns the words of a text that have at least two letters, in lower case. */
function wordsOf(text: string): Set<string> {
  const found = text.toLowerCase().match(/\p{L}[\p{L}’'-]+/gu) ?? [];
  return new Set(found.map((word) => word.replace(/[’'-]+$/, "")));
}

/** Asserts that a German text shares no words with the English one, and has no decimal points. */
function assertGerman(english: string, german: string, what: string): void {
  const known = wordsOf(english);
  const left = [...wordsOf(german)].filter((word) =>
    known.has(word) && !SHARED.has(word) && !OWN.has(word)
  );
  const lines = german.split("\n").filter((line) => left.some((word) => wordsOf(line).has(word)));
  assertEquals(left, [], `${what}: ${[...new Set(lines)].slice(0, 5).join("\n")}`);
  const [point] = /\S*\d\.\d{1,2}(?![\d.])\S*/.exec(german) ?? [];
  assertEquals(point, undefined, `${what} has a decimal point`);
}

/** Returns all texts of a chart, with titles under the pointer and names for a page's script. */
async function textsOf(picture: plot.Picture): Promise<string> {
  const svg = parsed(await picture.svg()), html = await picture.html();
  const texts = [...svg.querySelectorAll("text, title, desc")].map((text) => text.textContent);
  const names = [...html.matchAll(/data-[lu]="([^"]*)"/g)].map(([, name]) => name);
  return [picture.summary, ...texts, ...names].join("\n");
}

type Options = { locale: string };

const rowsOf = (name: keyof typeof EVERY_PICTURE) => EVERY_PICTURE[name]!.rows;
const hours = rowsOf("line"), nights = rowsOf("sleepBars");
const year = Array.from({ length: 800 }, (_, day) => ({
  time: Temporal.PlainDate.from("2022-01-01").add({ days: day }).toZonedDateTime(TZ).toString({
    timeZoneName: "never",
  }),
  steps: 4000 + 37 * (day * 7919 % 211) + (day > 500 ? 900 : 0),
}));
const long = Array.from({ length: 120 }, (_, day) => {
  const start = Temporal.Instant.from("2024-01-01T22:10Z").add({ hours: 24 * day });
  return {
    start_time: start.toString(),
    end_time: start.add({ minutes: 400 + day * 7 % 90 }).toString(),
    sleep_stage: 3,
    source: "watch",
  };
});
const week = { start_time: "2024-03-11", end_time: "2024-03-18" };

/** Charts with options that add words to them. */
const VARIANTS: Readonly<Record<string, (options: Options & { tz: string }) => plot.Picture>> = {
  "daily bars with context": (own) =>
    plot.dailyBars(hours, {
      ...own,
      y: "steps",
      baseline: true,
      target: 5000,
      freeDays: [6, 7],
      now: "2024-03-29T12:00Z",
    }),
  "daily bars of years": (own) => plot.dailyBars(year, { ...own, y: "steps", target: 8000 }),
  "a mean of days": (own) =>
    plot.dailyBars(hours, { ...own, y: "heart_rate", aggregate: "mean", unit: "bpm" }),
  "a percentile of days": (own) =>
    plot.dailyBars(hours, { ...own, y: "heart_rate", aggregate: "p90", unit: "bpm" }),
  "a calendar in weeks": (own) => plot.calendar(year, { ...own, y: "steps", form: "weeks" }),
  "a calendar with a part of a day": (own) =>
    plot.calendar(hours, { ...own, y: "steps", now: "2024-03-29T12:00Z" }),
  "a line with context": (own) =>
    plot.line(hours, {
      ...own,
      y: "heart_rate",
      unit: "bpm",
      range: week,
      sun: { lat: 52.5, long: 13.4 },
      freeDays: [6, 7],
      target: 80,
    }),
  "an envelope": (own) => plot.line(hours, { ...own, y: "steps", form: "envelope" }),
  "a line with a gap": (own) =>
    plot.line([...hours.slice(0, 40), ...hours.slice(90)], { ...own, y: "steps" }),
  "a day with a cosine": (own) =>
    plot.dayProfile(hours, { ...own, y: "heart_rate", average: "mean", cosine: true, unit: "bpm" }),
  "a histogram": (own) =>
    plot.distribution(hours, { locale: own.locale, y: "steps", percentile: [1, 2, 3, 50, 90] }),
  "a histogram with an outlier": (own) =>
    plot.distribution([...hours, { steps: 1e6 }, { steps: null }], {
      locale: own.locale,
      y: "steps",
    }),
  "an outlier": (own) =>
    plot.dailyBars(
      year.slice(0, 60).map((row, i) => i === 7 ? { ...row, steps: 5e6 } : row),
      { ...own, y: "steps" },
    ),
  "a ring of hours": (own) => plot.polarClock(hours, { ...own, y: "heart_rate", unit: "bpm" }),
  "a clock of events": (own) => plot.polarClock(hours.slice(0, 7), own),
  "a hypnogram with sources": (own) =>
    plot.hypnogram(rowsOf("hypnogram"), { ...own, provenance: true }),
  "many nights in a hypnogram": (own) => plot.hypnogram(sampleNights("2024-03-29", 2, TZ), own),
  "events over a line": (own) =>
    plot.events(hours.slice(0, 3), {
      ...own,
      label: "kind",
      over: plot.line(hours, { ...own, y: "steps" }),
    }),
  "weekdays by season": (own) => plot.weekMonths(year, { ...own, y: "steps", part: "season" }),
  "weekdays by hour": (own) =>
    plot.weekHours(hours.slice(90), { ...own, y: "steps", aggregate: "sum" }),
  "two periods": (own) => plot.compare(year, { ...own, y: "steps", a: "2022-03", b: "2023-08" }),
  "two short periods": (own) =>
    plot.compare(year, { ...own, y: "steps", a: "2022-03-01", b: "2022-03-02" }),
  "a scatter of one group": (own) =>
    plot.scatter(hours, { locale: own.locale, tz: own.tz, x: "heart_rate", y: "steps" }),
  "a scatter with a lag": (own) =>
    plot.scatter(year, { locale: own.locale, tz: own.tz, x: "steps", y: "steps", lag: 2 }),
  "a clear change": (own) => plot.change(year, { ...own, y: "steps", a: "2022-03", b: "2023-08" }),
  "nights of a long time as bars": (own) => plot.sleepBars(long, own),
  "nights of a long time by the clock": (own) => plot.timeline(long, own),
  "nights of a long time as a raster": (own) => plot.sleepRaster(long, own),
  "regularity of a long time": (own) => plot.regularity(long, { ...own, minDays: 2 }),
  "nights with naps and sun": (own) =>
    plot.timeline(
      [...nights, {
        start_time: "2024-03-12T13:00Z",
        end_time: "2024-03-12T13:40Z",
        sleep_stage: 3,
        source: "watch",
      }],
      { ...own, sun: { lat: 52.5, long: 13.4 } },
    ),
  "small multiples": (own) =>
    plot.multiples([...hours.slice(0, 90), { ...hours[90], kind: null }], {
      locale: own.locale,
      by: "kind",
      draw: (rows, options) => plot.line(rows, { ...options, y: "steps", tz: own.tz }),
    }),
  "small multiples without data": (own) =>
    plot.multiples(toFrame(fromRows([], { kind: "text", steps: "float64" })), {
      locale: own.locale,
      by: "kind",
      draw: (rows, options) => plot.line(rows, { ...options, y: "steps" }),
    }),
  "two weeks over each other": (own) =>
    plot.overlay(hours.slice(0, 168), hours.slice(168, 336), { ...own, y: "steps" }),
  "the series of a periodogram": (own) =>
    plot.periodogram(hours, { locale: own.locale, tz: own.tz, time: "time", y: "steps" }),
  "values around an event": (own) =>
    plot.around(hours, {
      locale: own.locale,
      tz: own.tz,
      time: "time",
      y: "heart_rate",
      events: [{ time: "2024-03-12T12:00Z" }],
      before: "2h",
      after: "2h",
      every: "1h",
    }),
};

const CASES = { ...VARIANTS };
for (const [name, one] of Object.entries(EVERY_PICTURE)) {
  CASES[name] = (own) => one.draw(one.rows, own);
  if (one.refuses === undefined) {
    const none = toFrame(fromRows([], one.schema));
    CASES[`${name} without data`] = (own) => one.draw(none, own);
  }
}

for (const [name, draw] of Object.entries(CASES)) {
  Deno.test(`no English word is in a German chart: ${name}`, async () => {
    const [english, german] = await Promise.all(
      ["en", "de"].map((locale) => textsOf(draw({ locale, tz: TZ }))),
    );
    assertGerman(english!, german!, name);
    const austrian = draw({ locale: "de-AT", tz: TZ });
    assertEquals(
      wordsOf(austrian.summary).size,
      wordsOf(draw({ locale: "de", tz: TZ }).summary).size,
    );
  });
}

Deno.test("a page's script reads German words and numbers from a German chart only", async () => {
  const live = async (locale?: string) => {
    const own = locale === undefined ? {} : { locale };
    const html = await plot.line(hours, { ...own, y: "heart_rate", tz: TZ }).html();
    const [, json = ""] = /data-live="([^"]*)"/.exec(html) ?? [];
    return JSON.parse(json.replaceAll("&quot;", '"')) as { y: Record<string, unknown> };
  };
  const [german, english] = [await live("de"), await live()];
  const { nf, to, wk, all } = german.y;
  assertEquals([nf, to, wk, all], ["de", "bis", "Woche ab", "Doppelklick oder Esc zeigt alles"]);
  assertEquals(["nf", "to", "wk", "all"].filter((name) => Object.hasOwn(english.y, name)), []);
  assertEquals(numberText(123.45, "bpm", "de"), "123,5 bpm");
  assertEquals(numberText(12_345, "steps", "de"), "12.345 steps");
});

/** Returns the visible text of a page, and the titles of its charts. */
function visible(html: string): string {
  return html.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, "")
    .replace(/<footer>[\s\S]*<\/footer>/, "")
    .replaceAll(/data-label="([^"]*)"/g, ">$1<").replaceAll(/<[^>]*>/g, "\n");
}

Deno.test("a German report and digest have no English word, on the page and as text", async () => {
  const me = await demo();
  const days = range.between("2025-02-20", "2025-03-21", TZ);
  const made = await Promise.all(["en", "de"].map(async (locale) => {
    const report = await me.report(days, { locale, name: "Erika" });
    const alone = await me.report(days, { locale, against: "nothing", deidentify: true });
    const digest = await me.digest(range.between("2025-03-10", "2025-03-21", TZ), { locale });
    const pages = await Promise.all([report.page(), alone.page(), digest.page()]);
    return { texts: [report, alone, digest].map(String), pages };
  }));
  const [english, german] = made as [typeof made[0], typeof made[0]];
  english.texts.forEach((text, i) => assertGerman(text, german.texts[i]!, `text ${i}`));
  english.pages.forEach((page, i) =>
    assertGerman(visible(page), visible(german.pages[i]!), `${i}`)
  );
  assert(german.pages.every((page) => page.includes('<html lang="de">')));
  assert(german.pages[0]!.includes('counter(page) " von " counter(pages)'));
});

Deno.test("a night, a day and totals have no English word, as text and in a notebook", async () => {
  const me = await demo();
  const made = await Promise.all(["en", "de"].map(async (locale) => {
    const parts = [
      await me.lastNight({ locale }),
      await me.lastNight({ locale, before: 0, sourcePriority: ["Wrist"] }),
      await me.lastNight({ locale, date: "2031-01-01" }),
      await me.day("2025-03-17", { locale }),
      await me.day("2031-01-01", { locale }),
      await me.totals("StepCount", { days: 30 }, { locale }),
      await me.totals("HeartRate", { days: 30 }, { locale }),
    ];
    return Promise.all(parts.map(async (part) => `${part}\n${visible(await part.html())}`));
  }));
  const [english, german] = made as [string[], string[]];
  // Names of columns, entries and notes are not translated.
  const names = /(?:step|heart)[_ ](?:count|rate)|at the office|office|flat white|tired|noor|kim/gi;
  english.forEach((text, i) =>
    assertGerman(text.replaceAll(names, ""), (german[i] ?? "").replaceAll(names, ""), `part ${i}`)
  );
});

Deno.test("each metric of the catalog has its own German name", async () => {
  const names = (await (await demo()).api.metrics.catalog()).map(({ name }) => name)
    .filter((name) => !name.includes("/")); // the user's own
  const english = names.map(metricLabel);
  const german = inLanguage({ locale: "de" }, () => names.map(metricLabel));
  assertEquals(english.filter((name, i) => german[i] === name), []);
  assert(german.every((name) => /^\p{Lu}/u.test(name)), german.join());
  assertEquals(metricLabel("DietaryVitaminB12Consumed"), "Dietary vitamin B12 consumed");
  assertEquals(metricLabel("DietaryVitaminAConsumed"), "Dietary vitamin A consumed");
});
