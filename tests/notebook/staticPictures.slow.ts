import { assert, assertEquals } from "@std/assert";
import { demo, plot, show } from "../../mod.ts";
import type { CodeCell, Notebook, NotebookOutput } from "../../src/notebook/format/nbformat.ts";
import { withStaticPictures } from "../../src/notebook/staticPictures.ts";
import { notebookOf } from "./notebookOf.ts";

const picture = plot.line(
  [{ time: "2024-03-30T08:00Z", value: 61 }, { time: "2024-03-30T09:00Z", value: 72 }],
  { y: "value", tz: "UTC" },
);

/** Returns the outputs of a notebook's only cell after its charts became static. */
async function outputsOf(...outputs: NotebookOutput[]): Promise<readonly NotebookOutput[]> {
  const [cell] = notebookOf("1").cells as CodeCell[];
  const notebook: Notebook = { ...notebookOf(), cells: [{ ...cell!, outputs }] };
  return ((await withStaticPictures(notebook)).cells[0] as CodeCell).outputs;
}

const displayed = (html: string): NotebookOutput => ({
  output_type: "display_data",
  data: { "text/html": html, "text/plain": "in words" },
  metadata: {},
});

Deno.test("withStaticPictures() keeps a chart as PNG, in its own size, with its description", async () => {
  const [output] = await outputsOf(displayed(await picture.html()));
  assert(output?.output_type === "display_data");
  assertEquals(Object.keys(output.data), ["image/png", "text/plain"]);
  assertEquals(
    Uint8Array.fromBase64(output.data["image/png"] as string),
    await picture.png({ scale: 1.5 }),
  );
  assertEquals((output.metadata["image/png"] as { width: number }).width, 720);
});

Deno.test("withStaticPictures() keeps the content around charts, but no script", async () => {
  const html = `<h1>Two</h1>${await picture.html()}${await picture.html()}`;
  const [output] = await outputsOf(displayed(html));
  assert(output?.output_type === "display_data");
  const text = (output.data["text/html"] as string[]).join("");
  assertEquals(text.match(/<img alt="[^"]+" width="720"/g)?.length, 2);
  assert(text.startsWith("<h1>Two</h1><img") && !/<script|<svg/.test(text));
});

Deno.test("withStaticPictures() keeps a report's small charts as images, with class and title", async () => {
  const me = await demo({ days: 60 });
  const report = await me.report(me.range.lastDays(14));
  const [output] = await outputsOf(displayed(await report.html()));
  assert(output?.output_type === "display_data");
  const text = (output.data["text/html"] as string[]).join("");
  assert(!text.includes("<svg"));
  const small = text.match(
    /<img class="change" alt="[^"]+" width="\d+" height="\d+" src="data:image/g,
  );
  assert(small !== null && small.length >= 4);
});

Deno.test("withStaticPictures() keeps tables as HTML, and does not change printed text", async () => {
  const table = show.table([{ steps: 70_000 }]);
  const printed: NotebookOutput = { output_type: "stream", name: "stdout", text: "<svg>" };
  const [first, second] = await outputsOf(displayed(await table.html()), printed);
  assert(first?.output_type === "display_data");
  const html = (first.data["text/html"] as string[]).join("");
  assert(html.includes("70,000") && !html.includes("<script"));
  assertEquals(second, printed);
});

Deno.test("withStaticPictures() removes progress bars, which depend on the duration", async () => {
  const bar = displayed('<div class="lifeframe-progress"><progress></progress></div>');
  assertEquals(await outputsOf(bar), []);
});
