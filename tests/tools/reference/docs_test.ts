import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { api } from "../../../src/api/api.ts";
import type { Endpoint } from "../../../src/api/fields/endpoint.ts";
import { exampleBody, exampleCall } from "../../../tools/reference/exampleCall.ts";
import { operationPage } from "../../../tools/reference/operationPage.ts";
import { PROJECT } from "../../../tools/reference/denoDoc.ts";
import * as models from "../../../src/schema/models.ts";
import { modelSchema } from "../../../src/service/openapi/openapiModels.ts";
import { schemaRows } from "../../../src/service/openapi/schemaRows.ts";

const operations = Object.entries(api).flatMap(([noun, methods]) =>
  Object.entries(methods as Record<string, Endpoint>)
    .map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint])
);

/** The command in a process of its own, which may write into one folder and may use no network. */
async function docs(...args: string[]): Promise<{ code: number; printed: string; errors: string }> {
  const writable = args.at(-1) ?? ".";
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "--no-prompt", `--allow-run=${Deno.execPath()}`],
      ...[
        `--allow-read=.,${writable}`,
        `--allow-write=${writable}`,
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

Deno.test("docs gives every operation a page, and every link on every page leads to a file", async () => {
  const out = await Deno.makeTempDir();
  try {
    const first = await docs("--out", out);
    assertEquals(first, { code: 0, printed: first.printed, errors: "" });
    const files = new Set(filesIn(out));
    for (const [id] of operations) assert(files.has(`operations/${id}.html`), `${id} has no page`);
    const dead: string[] = [];
    for (const file of files) {
      if (!file.endsWith(".html")) continue;
      const html = await Deno.readTextFile(`${out}/${file}`);
      for (const [, link] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
        const path = link!.replaceAll("&#x2F;", "/").replaceAll("&amp;", "&");
        assert(!path.startsWith("file:"), `${file} leads out of the reference`);
        if (/^([a-z]+:|#|$)/.test(path)) continue;
        const target = new URL(path, `file:///${file}`);
        if (!files.has(decodeURIComponent(target.pathname.slice(1)))) dead.push(`${file}: ${path}`);
      }
      if (file.startsWith("functions/")) continue;
      assert(!/<script|https?:/.test(html), `${file} loads something`);
    }
    assertEquals(dead, []);
    for (const [id] of operations) {
      const index = await Deno.readTextFile(`${out}/operations/index.html`);
      assertStringIncludes(index, `href="${id}.html"`);
    }
    assert(files.has("pictures/hypnogram.svg") && files.has("functions/~/demo.html"));
    const merge = await Deno.readTextFile(`${out}/functions/sleep/~/merge.html`);
    assertStringIncludes(merge, "import { sleep } from &quot;@lifeframe/lifeframe&quot;");

    await Deno.writeTextFile(`${out}/operations/gone.html`, "");
    assertEquals((await docs("--out", out)).code, 0, "an earlier reference is replaced");
    assert(!filesIn(out).includes("operations/gone.html"));
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("docs leaves a folder alone that holds something else, and says what it takes", async () => {
  const out = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${out}/diary.txt`, "mine");
    const { code, errors } = await docs("--out", out);
    assertEquals(code, 1);
    assertStringIncludes(
      errors,
      `Cannot build the reference: ${out} holds something else, diary.txt`,
    );
    assertEquals(filesIn(out), ["diary.txt"]);
    assertEquals((await docs("--into", out)).code, 2);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("what a table of operations says is shown as text, never as markup", async () => {
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

Deno.test("the page of an operation says what it takes, with kinds and defaults, and what it gives", async () => {
  const page = async (noun: keyof typeof api, name: string): Promise<string> => {
    const endpoint = (api[noun] as Record<string, Endpoint>)[name]!;
    const html = await operationPage(`${noun}.${name}`, endpoint);
    return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  };
  const cycles = await page("sleep", "cycles");
  assertStringIncludes(cycles, "GET /data/v0/{svc_userid}/sleep_cycles");
  assertStringIncludes(
    cycles,
    "cycle_gap query duration PT2H The shortest interval that separates",
  );
  assertStringIncludes(cycles, "total_time_asleep_ms int64");
  const share = await page("shares", "create");
  assertStringIncludes(share, "datashare_name text required Its name.");
  assertStringIncludes(share, "share_all_data boolean false Whether all data is shared.");
  assertStringIncludes(share, "created_at time When it was made."); // not that of a Dataset
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

Deno.test("the bodies of the examples are such as the service takes", () => {
  for (const [id, { body }] of operations) {
    if (typeof body !== "object") continue;
    const { error } = models[body.model].safeParse(exampleBody(body));
    assertEquals(error?.issues, undefined, id);
  }
});

Deno.test("the examples of all operations are calls that compile", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const calls = operations.map(([id, endpoint]) => `{\n${exampleCall(id, endpoint)}\n}`);
    const head = `import { demo, range } from "@lifeframe/lifeframe";\nconst me = await demo();\n`;
    await Deno.writeTextFile(`${folder}/calls.ts`, head + calls.join("\n"));
    const config = new URL("deno.json", PROJECT).pathname;
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "--no-lock", "--config", config, `${folder}/calls.ts`],
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
