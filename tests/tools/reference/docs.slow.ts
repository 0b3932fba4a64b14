import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { tmpdir } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { api } from "../../../src/api/api.ts";
import type { Endpoint } from "../../../src/api/fields/endpoint.ts";
import { exampleBody, exampleCall } from "../../../tools/reference/exampleCall.ts";
import { operationPage } from "../../../tools/reference/operationPage.ts";
import { functionPages } from "../../../tools/reference/functionPages.ts";
import * as lifeframe from "../../../mod.ts";
import { LIVE_TAG } from "../../../src/display/liveTag.ts";
import { chromium as browserType } from "../../../tools/packages/playwright.ts";
import { DRIVEN } from "../../browser/chromium.ts";
import { testWithProgram } from "../../helpers/testWithProgram.ts";
import { NAMESPACES, PROJECT } from "../../../tools/reference/namespaces.ts";
import * as models from "../../../src/schema/models.ts";
import { modelSchema } from "../../../src/service/openapi/openapiModels.ts";
import { schemaRows } from "../../../src/service/openapi/schemaRows.ts";

const operations = Object.entries(api).flatMap(([noun, methods]) =>
  Object.entries(methods as Record<string, Endpoint>)
    .map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint])
);

/** The command in its own process, which may write into one folder and only reach the kernel over the network. */
async function docs(...args: string[]): Promise<{ code: number; printed: string; errors: string }> {
  const writable = args.at(-1) ?? ".";
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--lock=tools/deno.lock", "--quiet", "--no-check", "--no-prompt"],
      `--allow-run=${Deno.execPath()}`,
      ...[
        "--allow-env",
        "--allow-net=127.0.0.1",
        `--allow-read=.,${writable},${tmpdir()}`,
        `--allow-write=${writable},${tmpdir()}`,
        "tools/reference/docs.ts",
        ...args,
      ],
    ],
    cwd: PROJECT,
  }).output();
  const text = new TextDecoder();
  return { code, printed: text.decode(stdout), errors: text.decode(stderr) };
}

/** All files of a folder, by their paths below it. */
function filesIn(folder: string, below = ""): string[] {
  return Array.from(Deno.readDirSync(`${folder}/${below}`)).flatMap(({ name, isDirectory }) =>
    isDirectory ? filesIn(folder, `${below}${name}/`) : [below + name]
  );
}

Deno.test("docs creates a page for every operation, and every link on every page has a target", async () => {
  const out = await Deno.makeTempDir();
  try {
    const first = await docs("--run", "none", "--out", out);
    assertEquals(first, { code: 0, printed: first.printed, errors: "" });
    const files = new Set(filesIn(out));
    for (const [id] of operations) assert(files.has(`operations/${id}.html`), `${id} has no page`);
    const pages = [...files].filter((file) => file.endsWith(".html"));
    const texts = new Map(pages.map((file) => [file, Deno.readTextFileSync(`${out}/${file}`)]));
    const dead: string[] = [];
    for (const [file, html] of texts) {
      for (const [, link] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
        const path = link!.replaceAll("&amp;", "&");
        assert(!path.startsWith("file:"), `${file} leads out of the site`);
        if (/^([a-z]+:|$)/.test(path)) continue;
        const target = new URL(path, `http://site/${file}`);
        const page = decodeURIComponent(target.pathname.slice(1)), id = target.hash.slice(1);
        const isThere = files.has(page) &&
          (id === "" || texts.get(page)!.includes(`id="${decodeURIComponent(id)}"`));
        if (!isThere) dead.push(`${file}: ${path}`);
      }
      assert(
        !/<(?:script|img|link)[^>]*(?:src|href)="https?:/.test(html),
        `${file} loads something`,
      );
    }
    assertEquals(dead, []);
    const html = (file: string): string => texts.get(file) ?? "";
    assertStringIncludes(
      html("functions/me.nightly.html"),
      "../guides/days.html#one-row-per-night",
    );
    assertStringIncludes(html("functions/series.rolling.html"), "guides/cookbook-data.html#how-do");
    assertStringIncludes(
      html("guides/your-data.html"),
      `href="your-data-2.html">2: Exports of this package: `,
    );
    assertStringIncludes(html("guides/your-data.html"), `your-data-2.html" rel="next"`);
    assertStringIncludes(html("guides/days.html"), `<td data-label="unit">min</td>`);
    assertEquals([...texts.values()].filter((page) => />docs\/[\w-]+\.md<\/a>/.test(page)), []);

    await Deno.writeTextFile(`${out}/operations/gone.html`, "");
    assertEquals(
      (await docs("--run", "none", "--out", out)).code,
      0,
      "an earlier site is replaced",
    );
    assert(!filesIn(out).includes("operations/gone.html"));
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("docs creates a page for every public symbol, with its options and its example", () => {
  const pages = functionPages(), titles = new Set(pages.map(({ title }) => title));
  for (const [namespace, gives] of Object.entries(lifeframe)) {
    if (namespace === "pl" || namespace === "Plot") continue; // other packages
    const names = Object.hasOwn(NAMESPACES, namespace)
      ? Object.keys(gives).map((name) => `${namespace}.${name}`)
      : [namespace];
    for (const name of names) {
      // A symbol that two namespaces export has one page.
      const own = name.slice(name.indexOf(".") + 1);
      assert([...titles].some((title) => title === name || title.endsWith(`.${own}`)), name);
    }
  }
  const body = (path: string): string => pages.find((page) => page.path === path)!.body;
  const merge = body("functions/sleep.merge.html");
  assertStringIncludes(merge, `<a href="sleep.MergeOptions.html">MergeOptions</a>`);
  assertStringIncludes(merge, "<code>sourcePriority?</code>");
  assertStringIncludes(merge, "Default:");
  assertStringIncludes(merge, "A short wake on top of a night");
  assertStringIncludes(merge, "\n  { start_time:", "code keeps its indentation");
  assertStringIncludes(merge, "src/sleep/merge.ts");
  assertStringIncludes(body("functions/me.nightly.html"), "Builds a row per night");
  assertStringIncludes(body("functions/plot.hypnogram.html"), "../pictures/hypnogram.svg");
  const paths = pages.map(({ path }) => path.toLowerCase());
  assertEquals(new Set(paths).size, paths.length, "no two pages differ in case only");
});

testWithProgram(
  "chromium",
  "in a browser the site is searched, from a folder, with no network",
  async (executablePath) => {
    const out = await Deno.makeTempDir(), site = pathToFileURL(out).href;
    const browser = await browserType.launch({ executablePath, args: DRIVEN });
    try {
      assertEquals((await docs("--run", "none", "--out", out)).code, 0);
      const page = await browser.newPage(), noise: string[] = [];
      page.on("console", (message) => noise.push(message.text()));
      page.on("request", (request) => {
        if (!/^(file|data):/.test(request.url())) noise.push(request.url());
      });
      await page.goto(`${site}/guides/how-to.html`);
      /** Goes by keyboard to the first that is found. */
      const found = async (words: string): Promise<string> => {
        await page.keyboard.press("/");
        await page.keyboard.type(words);
        await page.waitForSelector(".search li");
        await page.keyboard.press("ArrowDown");
        const link: string = await page.evaluate("document.activeElement.href");
        await page.goto(link);
        return link.slice(site.length + 1);
      };
      assertEquals(await found("sleep.merge"), "functions/sleep.merge.html");
      assertEquals(await found("api metrics timeSeries"), "operations/metrics.timeSeries.html");
      assertEquals(await found("total recal"), "guides/09_total_recall.html");
      await page.fill(".search input", "zzzz");
      await page.waitForSelector(".search .nothing");
      assertStringIncludes((await page.textContent(".search [role=status]"))!, "No results");
      await page.keyboard.press("Escape");
      assert(!await page.isVisible(".search ul"));
      for (const width of [360, 1200]) {
        await page.setViewportSize({ width, height: 800 });
        for (
          const file of ["index", "functions/series", "guides/01_first_night", "operations/index"]
        ) {
          await page.goto(`${site}/${file}.html`);
          const over: number = await page.evaluate(
            "document.documentElement.scrollWidth - innerWidth",
          );
          assert(over <= 0, `${file} is ${over} pixels too wide at ${width}`);
        }
      }
      assertEquals(noise, []);
    } finally {
      await browser.close();
      await Deno.remove(out, { recursive: true });
    }
  },
);

Deno.test("the site with a notebook executed is under 20 MB, and its charts are interactive", async () => {
  const out = await Deno.makeTempDir();
  try {
    // notebooks.slow.ts runs the others, and compares what they show with their stored outputs
    const { code, printed, errors } = await docs("--run", "01", "--out", out);
    assertEquals([code, errors], [0, ""]);
    assertEquals(printed.match(/^Running .*$/gm), ["Running notebooks/01_first_night.ipynb"]);
    const sizes = filesIn(out).map((file) => Deno.statSync(`${out}/${file}`).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert(bytes < 20_000_000, `${bytes} bytes`);
    const guide = await Deno.readTextFile(`${out}/guides/01_first_night.html`);
    assertEquals(guide.split(LIVE_TAG).length, 2, "the script stands there once");
    assert(guide.includes("<svg") && !guide.includes("image/png"));
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("docs does not change a folder with other content, and shows its usage", async () => {
  const out = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${out}/diary.txt`, "mine");
    const { code, errors } = await docs("--out", out);
    assertEquals(code, 1);
    assertStringIncludes(
      errors,
      `Cannot build the documentation: ${out} holds something else, diary.txt`,
    );
    assertEquals(filesIn(out), ["diary.txt"]);
    assertEquals((await docs("--into", out)).code, 2);
    await Deno.remove(`${out}/diary.txt`);
    await Deno.writeTextFile(`${out}/site.css`, "an earlier site");
    assertStringIncludes((await docs("--run", "99", "--out", out)).errors, 'starts with "99"');
    assertEquals(filesIn(out), ["site.css"]); // until the new one is complete
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("text in a table of operations is shown as text, never as markup", async () => {
  const hostile = `<img src=x onerror="alert(1)"> & \`<b>\``;
  const endpoint: Endpoint = {
    route: "GET /data/v0/<i>/{<u>}",
    summary: hostile,
    deprecated: hostile,
    query: { "<q>": { kind: "text", oneOf: ["<s>"], default: "<s>", doc: hostile } },
    returns: {
      kind: "records",
      model: "Tag",
      columns: { "<c>": { path: "<p>" }, "<d>": { list: { struct: { "<e>": "text" } } } },
    },
    split: "never",
  };
  const html = await operationPage("metrics.<m>", endpoint);
  assertEquals(/<(img|i|u|q|s|b|c|p|d|e|m)>|<img/.exec(html.replaceAll("<p>", ""))?.[0], undefined);
  assertStringIncludes(
    html,
    "&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; <code>&lt;b&gt;</code>",
  );
});

Deno.test("the page of an operation lists its parameters, with types and defaults, and its result", async () => {
  const page = async (noun: keyof typeof api, name: string): Promise<string> => {
    const endpoint = (api[noun] as Record<string, Endpoint>)[name]!;
    const html = await operationPage(`${noun}.${name}`, endpoint);
    return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  };
  const cycles = await page("sleep", "cycles");
  assertStringIncludes(cycles, "GET /data/v0/{svc_userid}/sleep_cycles");
  assertStringIncludes(
    cycles,
    "cycle_gap query duration PT2H Shortest gap that separates",
  );
  assertStringIncludes(cycles, "total_time_asleep_ms int64");
  const share = await page("shares", "create");
  assertStringIncludes(share, "datashare_name text required Its name.");
  assertStringIncludes(share, "share_all_data boolean false true if all data is shared.");
  assertStringIncludes(share, "created_at time Creation time."); // not of a Dataset
  assertStringIncludes(await page("events", "latest"), "Deprecated.");
  assertStringIncludes(await page("shares", "list"), "Answer A list.");
});

Deno.test("every field of a body is explained", () => {
  const silent = operations.flatMap(([id, { body, returns }]) =>
    [
      ...(typeof body === "object" ? schemaRows(modelSchema(body.model, "input")) : []),
      ...("model" in returns ? schemaRows(modelSchema(returns.model, "output")) : []),
    ].filter(({ doc }) => doc === "").map(({ name }) => `${id}: ${name}`)
  );
  assertEquals(silent, []);
});

Deno.test("the service accepts the bodies of the examples", () => {
  for (const [id, { body }] of operations) {
    if (typeof body !== "object") continue;
    const { error } = models[body.model].safeParse(exampleBody(body));
    assertEquals(error?.issues, undefined, id);
  }
});

Deno.test("the examples of all operations compile", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const calls = operations.map(([id, endpoint]) => `{\n${exampleCall(id, endpoint)}\n}`);
    const head = `import { demo, range } from "@lifeframe/lifeframe";\nconst me = await demo();\n`;
    await Deno.writeTextFile(`${folder}/calls.ts`, head + calls.join("\n"));
    const config = fileURLToPath(new URL("deno.json", PROJECT));
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["check", "--quiet", "--lock=tools/deno.lock", "--config", config],
        `${folder}/calls.ts`,
      ],
      cwd: PROJECT,
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
