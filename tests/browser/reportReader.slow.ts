import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { demo } from "../../src/app/demo.ts";
import { printPdf } from "../../src/app/page/printPdf.ts";
import { lastDays } from "../../src/time/range.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { evaluated } from "./chromium.ts";

const me = await demo({ days: 64 }), long = await demo({ days: 400 });
const tz = "Europe/Berlin";
const made = await me.report(lastDays(30, tz, { until: me.now() }), { tz, name: "Kim" });
const html = await made.page();

/** Evaluates an expression in the page, in a frame as wide as a phone. */
function onPhone<T>(chromium: string, expression: string): Promise<T> {
  const inner = new TextEncoder().encode(html).toBase64();
  const page =
    `<!doctype html><body><iframe id="phone" style="width:360px;height:800px;border:0"></iframe>
<script>
const bytes = Uint8Array.from(atob("${inner}"), (c) => c.charCodeAt(0));
document.getElementById("phone").srcdoc = new TextDecoder().decode(bytes);
</script></body>`;
  const inFrame = `(() => {
    const { document } = window.frames[0];
    const shown = (e) => e.getClientRects().length > 0;
    return ${expression};
  })()`;
  return evaluated<T>(chromium, page, inFrame);
}

testWithProgram(
  "chromium",
  "on a phone of 360 pixels the report fits the width of the screen, and its text is legible",
  async (chromium) => {
    const found = await onPhone<{ widths: number[]; pictures: number[]; texts: number[] }>(
      chromium,
      `({
        widths: ["scrollWidth", "clientWidth"].map((name) => document.documentElement[name]),
        pictures: [...document.querySelectorAll("svg.lifeframe")].filter(shown)
          .map((svg) => svg.getBoundingClientRect().width),
        texts: [...document.querySelectorAll("svg.lifeframe text")].filter(shown).map((text) => {
          const svg = text.closest("svg");
          const size = parseFloat(document.defaultView.getComputedStyle(text).fontSize);
          return size * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        }),
      })`,
    );
    assertEquals(found.widths[0], found.widths[1]);
    assert(found.pictures.length >= 8, `${found.pictures.length} pictures`);
    assert(found.pictures.every((width) => width > 250 && width <= 360), `${found.pictures}`);
    assert(Math.min(...found.texts) >= 9, `text of ${Math.min(...found.texts)} pixels`);
  },
);

testWithProgram(
  "chromium",
  "on a wide screen each picture is seen once, and the first page is a table",
  async (chromium) => {
    const [pictures, hidden, rows] = await evaluated<number[]>(
      chromium,
      html,
      `[
        [...document.querySelectorAll("svg.lifeframe")].filter((e) => e.getClientRects().length).length,
        [...document.querySelectorAll("svg.lifeframe")].filter((e) => !e.getClientRects().length).length,
        document.querySelectorAll(".measures tbody tr").length,
      ]`,
    );
    assertEquals(pictures, hidden);
    assert(rows! >= 10);
  },
);

testWithProgram(
  "chromium",
  "save() prints a report of a week, a month or a year on four pages of A4",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      for (const days of [7, 30, 365]) {
        const report = await long.report(lastDays(days, tz, { until: long.now() }), { tz });
        await report.save(`${folder}/report.pdf`);
        const bytes = await Deno.readFile(`${folder}/report.pdf`);
        const text = new TextDecoder("latin1").decode(bytes);
        assertStringIncludes(text, "%PDF-1.");
        assertEquals(new Set(text.match(/\/MediaBox \[[^\]]*\]/g)).size, 1);
        const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!;
        assertEquals([Math.round(Number(width)), Math.round(Number(height))], [595, 842], "A4");
        assertEquals(text.match(/\/Type \/Page\b(?!s)/g)!.length, 4, `pages of ${days} days`);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

testWithProgram(
  "chromium",
  "on A4 the first page is one page, and every picture fits on one",
  async (chromium) => {
    // A4 less margins of 14 mm, in pixels: 182 by 269 mm.
    const print = html.replaceAll("@media print", "@media all").replace(
      "@media screen",
      "@media speech",
    )
      .replace("max-width: 48rem", "width: 688px");
    const [first, tallest] = await evaluated<number[]>(
      chromium,
      print,
      `[
        document.querySelector("section").getBoundingClientRect().bottom -
          document.querySelector("h1").getBoundingClientRect().top,
        Math.max(...[...document.querySelectorAll("svg.lifeframe")]
          .map((svg) => svg.getBoundingClientRect().height)),
      ]`,
    );
    assert(first! < 1016, `the first page is ${first} pixels high`);
    assert(tallest! < 900, `a picture is ${tallest} pixels high`);
  },
);

Deno.test("a page without a browser to print it says what to do", async () => {
  const error = await assertRejects(
    () => printPdf(html, "/tmp/never.pdf", { PATH: "/nowhere" }),
    Error,
    "Cannot save /tmp/never.pdf: no Chromium, Chrome or Edge was found on PATH",
  );
  assertStringIncludes(error.message, "LIFEFRAME_BROWSER");
});

testWithProgram("chromium", "the browser may be named in LIFEFRAME_BROWSER", async (chromium) => {
  const folder = await Deno.makeTempDir();
  try {
    const env = { PATH: "/nowhere", LIFEFRAME_BROWSER: chromium };
    await printPdf("<p>one</p>", `${folder}/one.pdf`, env);
    assert((await Deno.stat(`${folder}/one.pdf`)).size > 500);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a report is saved as .html or .pdf, and as nothing else", async () => {
  await assertRejects(() => made.save("report.docx"), TypeError, "does not end in .html or .pdf");
});

Deno.test("a report of a year is under 1 MB", async () => {
  const year = await long.report(lastDays(365, tz, { until: long.now() }), { tz });
  const { length } = new TextEncoder().encode(await year.page());
  assert(length > 300_000 && length < 1_000_000, `${length} bytes`);
});
