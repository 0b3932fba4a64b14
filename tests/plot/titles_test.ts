import { assert, assertEquals, assertMatch } from "@std/assert";
import { dailyBars } from "../../src/plot/dailyBars.ts";
import { line } from "../../src/plot/line.ts";
import { sleepBars } from "../../src/plot/sleepBars.ts";
import { EVERY_PICTURE, TZ } from "./everyPicture.ts";
import { sampleNights } from "./sampleNights.ts";
import { found, parsed, type SvgElement } from "./svg.ts";

/** Names of marks with data, as opposed to axes and text. */
const DATA = ["rect", "dot", "line", "area", "bars", "dumbbell"];

function childTitle(element: SvgElement): string | undefined {
  return [...element.children].find(({ tagName }) => tagName === "title")?.textContent;
}

/** Returns `true` if the pointer reaches the marks below. */
function isPassive(element: SvgElement): boolean {
  return [element, element.parentElement].some((one) =>
    one?.getAttribute("pointer-events") === "none"
  );
}

/** Returns the elements of marks with data: in a mark's group, or a mark that is one path. */
function dataElements(svg: string): SvgElement[] {
  const groups = found(svg, "g").filter((group) =>
    DATA.includes(group.getAttribute("aria-label") ?? "")
  );
  const paths = found(svg, "path").filter((path) =>
    DATA.includes(path.getAttribute("aria-label") ?? "")
  );
  return [
    ...groups.flatMap((group) => [...group.querySelectorAll("rect, circle, path")])
      .filter((element) => !isPassive(element)),
    ...paths,
  ];
}

for (const [name, one] of Object.entries(EVERY_PICTURE)) {
  Deno.test(`${name}() has a title for each mark that can be pointed at`, async () => {
    // Beyond 300 dots, each is too close to others to point at.
    const svg = await one.draw(one.rows.slice(0, 280), { tz: TZ }).svg();
    const elements = dataElements(svg);
    assert(elements.length > 0, "no marks");
    const without = elements.filter((element) => (childTitle(element) ?? "").trim() === "");
    assertEquals(without.map((element) => element.getAttribute("d") ?? element.tagName), []);
    for (const element of elements) {
      assert(!/NaN|undefined|null|Infinity/.test(childTitle(element)!), childTitle(element));
    }
  });
}

Deno.test("titles take at most half of the size of a chart without titles", async () => {
  for await (const { name } of Deno.readDir(new URL("../pictures/", import.meta.url))) {
    const svg = await Deno.readTextFile(new URL(`../pictures/${name}`, import.meta.url));
    const bare = svg.replaceAll(/<title>[^<]*<\/title>/g, "");
    assert(svg.length <= 1.5 * bare.length, `${name}: ${svg.length} of ${bare.length}`);
  }
});

Deno.test("bars have titles with their values; days narrower than three pixels are one line, with one", async () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      time: new Date(Date.UTC(2024, 0, 1 + i, 12)),
      steps: 4000 + (i * 7919) % 9000,
    }));
  for (const [count, bars, lines] of [[200, 200, 0], [366, 0, 1], [700, 0, 1]] as const) {
    const svg = await dailyBars(days(count), { tz: "UTC" }).svg();
    assertEquals(found(svg, "rect > title").length, bars);
    assertEquals(
      found(svg, "path > title").filter(({ textContent }) => textContent === "Steps per day")
        .length,
      lines,
    );
    const bare = svg.replaceAll(/<title>[^<]*<\/title>/g, "");
    assert(svg.length <= 1.5 * bare.length, `${count} days: ${svg.length} of ${bare.length}`);
  }
  const nights = sampleNights("2024-01-01", 200, TZ);
  const [first] = found(await sleepBars(nights, { tz: TZ, form: "days" }).svg(), "rect > title");
  assertMatch(
    first!.textContent,
    /^Tue 2 Jan: Deep .* min, Core .* min, REM .* min, Awake .* min$/,
  );
});

Deno.test("a dot's title has its time and value, with the unit, in the zone", async () => {
  const svg = await line([
    { time: "2024-03-30T12:00Z", heart_rate: 61 },
    { time: "2024-03-30T12:01Z", heart_rate: 75.25 },
  ], { unit: "bpm", tz: TZ }).svg();
  assertEquals(
    [...parsed(svg).querySelectorAll("circle title")].map((title) => title.textContent),
    [
      "Sat 30 Mar 13:00: 61 bpm",
      "Sat 30 Mar 13:01: 75.25 bpm",
    ],
  );
});

for (const [name, { draw, rows, zoned }] of Object.entries(EVERY_PICTURE)) {
  if (!zoned) continue;
  Deno.test(`${name}() of a traveller names only the zones of its own days`, async () => {
    const tz = [
      { from: "1980-01-01T00:00Z", tz: TZ },
      { from: "2090-01-01T00:00Z", tz: "America/New_York" },
    ];
    const picture = draw(rows, { tz });
    const text = (await picture.html()).replaceAll(/<[^>]*>/g, "\n");
    const told = `${picture}\n${text}`.split("\n").filter((line) => line.includes("New_York"));
    assertEquals(told, []);
  });
}
