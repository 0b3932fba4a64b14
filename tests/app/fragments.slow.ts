import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { demo, show } from "../../mod.ts";
import { toNotebook } from "../../src/display/notebookHtml.ts";
import { type Displayable, JUPYTER_DISPLAY } from "../../src/display/displayable.ts";

/** Every kind of cell value, by name. */
async function fragments(): Promise<Record<string, string>> {
  const me = await demo({ days: 40 });
  const month = me.range.lastDays(28), last = me.range.lastDays(1);
  const values: Record<string, Displayable> = {
    report: await me.report(month),
    anonymous: await me.report(month, { deidentify: true }),
    digest: await me.digest(),
    night: await me.lastNight() as unknown as Displayable,
    noNight: await me.lastNight({ date: "1999-01-01" }) as unknown as Displayable,
    day: await me.day("2025-03-20"),
    totals: await me.totals("StepCount", last) as unknown as Displayable,
    provenance: await me.provenance(month),
    table: show.table(await me.nightly(month), { title: "Nights" }),
    wide: show.table([Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`c${i}`, i]))]),
  };
  const bundle = await (me as unknown as Record<symbol, () => Promise<unknown>>)[
    Symbol.for("Jupyter.display")
  ]!() as { "text/html": string };
  const parts = await Promise.all(
    Object.entries(values).map(async ([name, value]) => [name, await value.html()] as const),
  );
  return { ...Object.fromEntries(parts), client: bundle["text/html"] };
}

Deno.test("charts in a night, a day, totals and a report are one image, with a version for phones", async () => {
  const me = await demo({ days: 40 });
  const values = [
    await me.lastNight(),
    await me.day("2025-03-20"),
    await me.totals("StepCount", me.range.lastDays(28)),
    await me.report(me.range.lastDays(28)),
  ] as unknown as { [JUPYTER_DISPLAY](): Promise<{ "text/html": string }> }[];
  for (const value of values) {
    const html = (await value[JUPYTER_DISPLAY]())["text/html"];
    const charts = [...html.matchAll(/src="data:image\/svg\+xml,([^"]*)"/g)]
      .map(([, svg]) => decodeURIComponent(svg!)).filter((svg) =>
        !/class="(?:sparkline|change)"/.test(svg)
      );
    assert(charts.length > 0);
    for (const svg of charts) assertStringIncludes(svg, 'viewBox="0 0 360 ');
  }
});

/** Returns texts of neighbouring elements that would read as one word. */
function fused(html: string): string[] {
  const still = html.replaceAll(/<script>.*?<\/script>/gs, "");
  const texts = still.split(/<[^>]*>/).filter((text) => text !== "");
  return texts.flatMap((text, i) => {
    const next = texts[i + 1] ?? "";
    return /[\p{L}\p{N}%]$/u.test(text) && /^[\p{L}\p{N}−]/u.test(next) ? [`${text}|${next}`] : [];
  });
}

Deno.test("the texts of every fragment have separators between values, even without styles", async () => {
  const all = await fragments();
  for (const [name, html] of Object.entries(all)) {
    const kept = toNotebook(html);
    assertEquals(fused(kept), [], name);
    assert(!/<svg\b/.test(kept), `${name}: charts are images`);
    const scripts = (kept.match(/<script\b[^]*?<\/script>/g) ?? []).join("");
    assert(scripts.length < 11_400, `${name}: ${scripts.length} bytes of script`);
    assert(!/display:flex(?![^"]*gap:)/.test(kept), `${name}: values side by side have a gap`);
    assert(!/<style\b/.test(kept.replaceAll(/src="[^"]*"/g, "")), `${name}: no style sheet`);
  }
  assertEquals(fused("<td>1</td><td>2</td>"), ["1|2"]);
});
