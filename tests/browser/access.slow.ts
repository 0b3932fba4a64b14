import { assert, assertEquals } from "@std/assert";
import { demo } from "../../src/app/demo.ts";
import { exportHtml } from "../../src/notebook/exportHtml.ts";
import { lastDays } from "../../src/time/range.ts";
import { show } from "../../mod.ts";
import axe from "../../tools/packages/axe.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { EVERY_PICTURE, TZ } from "../plot/everyPicture.ts";
import { withPage } from "./openPage.ts";

/** Returns the pages that people read, by subject. */
async function pages(): Promise<Record<string, string>> {
  const me = await demo({ days: 35 });
  const made = await me.report(lastDays(30, TZ, { until: me.now() }), { tz: TZ });
  const { line, hypnogram } = EVERY_PICTURE;
  const html = async (one: typeof line) => await one!.draw(one!.rows, { tz: TZ }).html();
  const shown = (text: string) => ({
    output_type: "execute_result" as const,
    execution_count: 1,
    metadata: {},
    data: { "text/html": text, "text/plain": "" },
  });
  const cells = [
    { cell_type: "markdown" as const, metadata: {}, source: "# Nights\n\nA text." },
    {
      cell_type: "code" as const,
      execution_count: 1,
      metadata: {},
      source: "plot.line(heart)",
      outputs: [
        shown(await html(line)),
        shown(await html(hypnogram)),
        shown(await show.table(Array.from({ length: 40 }, (_, n) => ({ n }))).html()),
      ] as never,
    },
  ];
  const notebook = { cells, metadata: {}, nbformat: 4 as const, nbformat_minor: 5 };
  return {
    report: await made.page(),
    "exported notebook": exportHtml(notebook, { name: "nights", provenance: { Made: "here" } }),
  };
}

/** Part of axe-core's result that the test reads. */
interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
  readonly passes: readonly unknown[];
}

testWithProgram(
  "chromium",
  "axe-core finds nothing that keeps anybody out of a report or a notebook",
  async (chromium) => {
    for (const [name, html] of Object.entries(await pages())) {
      await withPage(chromium, html, async ({ page, deeds }) => {
        assertEquals(deeds, [], name);
        await page.evaluate(axe.source);
        const found = await page.evaluate("axe.run()") as Found;
        const problems = found.violations.map(({ id, help, nodes }) => ({
          name,
          id,
          help,
          nodes: nodes.length,
          first: nodes[0]?.html.slice(0, 200),
        }));
        assertEquals(problems, [], name);
        assert(found.passes.length > 10, "axe looked at the page");
      });
    }
  },
);
