import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { pathToFileURL } from "node:url";
import * as Plot from "@observablehq/plot";
import { hypnogram } from "../../../src/plot/hypnogram.ts";
import { line } from "../../../src/plot/line.ts";
import { sampleNight } from "../sampleNights.ts";
import { found, parsed, textBoxes } from "../svg.ts";

const tz = "Europe/Berlin";
const night = hypnogram(sampleNight("2024-01-24T22:20Z"), { tz });

Deno.test("a chart appears in a notebook as HTML and as text, never as image/svg+xml", async () => {
  const method = Reflect.get(night, Symbol.for("Jupyter.display"));
  const shown: Record<string, string> = await method.call(night);
  assertEquals(Object.keys(shown), ["text/html", "text/plain"]);
  assert(shown["text/html"]!.includes('<img class="lifeframe-chart" '), "a sanitizer drops SVG");
  assert(!shown["text/html"]!.includes("<svg "));
  assertEquals(shown["text/plain"], night.summary);
});

Deno.test("a chart in a page uses the page's ink, and a standalone one has its own", async () => {
  const html = await night.html(), svg = await night.svg();
  assert(!html.includes("prefers-color-scheme") && !html.includes("background:#"));
  assert(html.includes('fill="currentColor"'));
  assert(svg.includes("prefers-color-scheme:dark") && svg.includes("@media print"));
});

Deno.test("a chart has a description for screen readers", async () => {
  const svg = parsed(await night.svg());
  const [title, desc] = svg.getAttribute("aria-labelledby")!.split(" ");
  assertEquals(
    svg.querySelector(`#${title}`)!.textContent,
    "6 h 29 min asleep, broken 5 times, 3 of them for 3 min or more",
  );
  assertEquals(svg.querySelector(`#${desc}`)!.textContent, night.summary);
  assertEquals(svg.getAttribute("role"), "img");
});

Deno.test("a title is escaped", async () => {
  const title = `<script>alert("1")</script> & 'more'`;
  const svg = await hypnogram(sampleNight("2024-01-24T22:20Z"), { tz, title }).svg();
  assert(!svg.includes("<script>"));
  assert(textBoxes(svg).some(({ text }) => text === title));
});

Deno.test("a long title wraps", async () => {
  const title = "a title of many words ".repeat(10).trim();
  const lines = textBoxes(await hypnogram(sampleNight("2024-01-24T22:20Z"), { tz, title }).svg())
    .filter(({ text }) => text.includes("title"));
  assert(lines.length > 1);
  for (const { right } of lines) assert(right <= 720);
});

Deno.test("marks() returns the marks for another plot", async () => {
  const marks = night.marks(Plot);
  assert(marks.length > 3);
  const rule = Plot.ruleX([new Date("2024-01-25T01:00Z")], { stroke: "red" });
  const more = hypnogram(sampleNight("2024-01-24T22:20Z"), { tz, plot: { marks: [rule] } });
  assertEquals(found(await more.svg(), "[stroke=red] line").length, 1);
});

Deno.test("options of Plot are merged over the chart's own, member by member", () => {
  const rows = [{ time: "2024-01-01T00:00Z", value: 1 }, { time: "2024-01-02T00:00Z", value: 9 }];
  const own = line(rows, { tz: "UTC", y: "value" }).options(Plot);
  const wider = line(rows, { tz: "UTC", y: "value", plot: { y: { domain: [0, 100] } } }).options(
    Plot,
  );
  assertEquals(wider.y?.domain, [0, 100]);
  assertEquals(wider.y?.type, own.y?.type);
  assertEquals(wider.marks?.length, own.marks?.length);
});

Deno.test("clip paths of different charts have different ids", async () => {
  const clipped = (value: number) =>
    line([{ time: "2024-01-01T00:00Z", value }, { time: "2024-01-02T00:00Z", value: 9 }], {
      tz: "UTC",
      y: "value",
      plot: { marks: [Plot.ruleY([5], { clip: "frame" })] },
    });
  const first = await clipped(1).svg(), second = await clipped(2).svg();
  const id = (svg: string): string => /id="(lifeframe-\w+-plot-clip-1)"/.exec(svg)![1]!;
  assert(first.includes(`url(#${id(first)})`));
  assert(id(first) !== id(second));
  assertEquals(await clipped(1).svg(), first);
});

Deno.test("save() writes SVG, PNG or a page by the file's extension, and rejects others", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await night.save(`${folder}/night.svg`);
    assertEquals(await Deno.readTextFile(`${folder}/night.svg`), await night.svg());
    await night.save(pathToFileURL(`${folder}/night.html`));
    assert((await Deno.readTextFile(`${folder}/night.html`)).startsWith("<!doctype html>"));
    await night.save(`${folder}/night.PNG`, { theme: "dark" });
    assertEquals(await Deno.readFile(`${folder}/night.PNG`), await night.png({ theme: "dark" }));
    await assertRejects(
      () => night.save(`${folder}/night.pdf`),
      TypeError,
      "night.pdf has none of the extensions .svg, .png and .html",
    );
    await assertRejects(
      () => night.save(`${folder}/night.svg`, { theme: "dark" }),
      TypeError,
      'unknown option "theme"',
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("console.log of a chart prints its description", () => {
  assertEquals(Deno.inspect(night), night.summary);
});

Deno.test("a chart rejects unknown options, other modules than Observable Plot, and invalid paths", async () => {
  const picture = line([{ time: "2024-03-30T12:00Z", value: 1 }], { tz: "UTC" });
  await assertRejects(
    () => picture.html({ pag: true } as never),
    TypeError,
    'Cannot write the chart as HTML: unknown option "pag"; did you mean "page"?',
  );
  for (const wrong of [undefined, null, {}, "plot", import("@observablehq/plot")]) {
    for (const give of ["options", "marks"] as const) {
      assertThrows(() => picture[give](wrong as never), TypeError, "expected Observable Plot");
    }
  }
  for (const wrong of [undefined, null, 5, {}]) {
    await assertRejects(() => picture.save(wrong as never), TypeError, "Cannot save the chart");
  }
  assertThrows(
    () => line([], { tz: "UTC", plot: { marginleft: 3 } as never }),
    TypeError,
    'unknown option "marginleft" in plot; did you mean "marginLeft"?',
  );
});
