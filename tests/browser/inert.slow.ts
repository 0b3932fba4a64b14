import { assert, assertEquals } from "@std/assert";
import { type Browser, chromium as browserType } from "../../tools/packages/playwright.ts";
import { show } from "../../mod.ts";
import { EVIL, hostilePages } from "../app/hostilePages.ts";
import { sendForm, type Server, server } from "../contract/signIn.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { LIVE_SCRIPT } from "../../src/display/liveScript.ts";
import { exportHtml } from "../../src/notebook/exportHtml.ts";
import { EVERY_PICTURE, TZ } from "../plot/everyPicture.ts";
import { hostileRows } from "../plot/hostileRows.ts";
import { DRIVEN } from "./chromium.ts";

/** Texts that act unless they are escaped: they request this address, or set `window.ran`. */
const AWAY = "http://away.invalid";
const HOSTILE: readonly string[] = [
  EVIL,
  `<img src=x onerror="window.ran=1"><img src=${AWAY}/a.png>`,
  `</script><script>window.ran=1</script>`,
  `"><script src=${AWAY}/a.js></script>`,
  `' onmouseover='window.ran=1' autofocus onfocus='window.ran=1`,
  `<svg onload="window.ran=1"><script>window.ran=1</script><image href="${AWAY}/b.png"/></svg>`,
  `</text></svg><iframe src="javascript:parent.ran=1"></iframe>`,
  `</title></style></textarea></pre><script>window.ran=1</script>`,
  `<style>@import "${AWAY}/a.css"; body { background: url(${AWAY}/c.png) }</style>`,
  `<base href="${AWAY}"><link rel=stylesheet href="${AWAY}/d.css"><meta http-equiv=refresh content="0;${AWAY}">`,
  `[a](javascript:window.ran=1) <a href="javascript:window.ran=1">b</a>`,
  "javascript:window.ran=1",
];
const ALL = HOSTILE.join(" ");

/** SVG with a script, as the data of an image. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.ran=1" width="9" height="9">
<script>parent.ran=1</script><image href="${AWAY}/e.png"/></svg>`;

/** Image of one pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

function exported(): string {
  const code = (...outputs: Record<string, unknown>[]) => ({
    cell_type: "code" as const,
    execution_count: 1,
    metadata: {},
    source: ALL,
    outputs: outputs as never,
  });
  const shown = (data: Record<string, unknown>) => ({
    output_type: "execute_result",
    execution_count: 1,
    metadata: {},
    data,
  });
  const cells = [
    { cell_type: "markdown" as const, metadata: {}, source: `# ${ALL}\n\n${HOSTILE.join("\n\n")}` },
    { cell_type: "markdown" as const, metadata: {}, source: `![away](${AWAY}/f.png)` },
    { cell_type: "raw" as const, metadata: {}, source: ALL },
    code({ output_type: "stream", name: "stdout", text: ALL }),
    code({ output_type: "error", ename: ALL, evalue: ALL, traceback: [ALL] }),
    code(shown({ "text/plain": ALL }), shown({ "text/markdown": HOSTILE.join("\n\n") })),
    code(shown({ "image/svg+xml": SVG }), shown({ "image/png": `${PNG}"><` })),
    code(shown({ "text/html": tableOf() })),
  ];
  const notebook = { cells, metadata: {}, nbformat: 4 as const, nbformat_minor: 5 };
  return exportHtml(notebook, { name: ALL, provenance: { [ALL]: ALL } });
}

function tableOf(): string {
  const rows = HOSTILE.map((text) => ({ [ALL]: text, list: [text], nested: { [text]: text } }));
  const table = show.table(rows, { head: rows.length, title: ALL, units: { list: ALL } });
  return table.html() as string;
}

/** Returns the page that asks whether a program with this name may act for the user. */
async function decision({ ask, service, url }: Server, name: string): Promise<string> {
  const { user_code } = await ask({ client_id: name });
  const fields = { user_code, proof: service.ownerCode() };
  return await (await sendForm(`${url}/oauth/device`, fields)).text();
}

const body = (html: string): string => html.includes("<body") ? html : `<body>${html}</body>`;

/** Returns every page with users' data, by subject. */
async function pages(): Promise<Record<string, string>> {
  const pictures = await Promise.all(
    Object.entries(EVERY_PICTURE).map(async ([name, one]) => {
      const picture = one.draw(hostileRows(one, ALL), { tz: TZ, title: ALL, unit: ALL });
      return [`plot.${name}`, `${await picture.html()}${await picture.svg()}`] as const;
    }),
  );
  return {
    ...await hostilePages(ALL),
    table: tableOf(),
    "exported notebook": exported(),
    pictures: pictures.map(([, html]) => html).join("\n"),
  };
}

/** Returns the side effects of a page after all its links were clicked. */
async function deeds(
  browser: Browser,
  name: string,
  open: { html: string } | { url: string },
): Promise<string[]> {
  const page = await browser.newPage();
  const found: string[] = [];
  const own = "url" in open ? open.url : "http://page.invalid/";
  await page.route("**/*", async (route) => {
    const url = route.request().url();
    if (url === own && "html" in open) {
      return await route.fulfill({ contentType: "text/html; charset=utf-8", body: open.html });
    }
    if (url === own) return await route.continue();
    if (!url.endsWith("/favicon.ico")) found.push(`${name} asked for ${url}`);
    await route.abort();
  });
  page.on("console", (message) => {
    const isKeptOut = message.text().includes("Content Security Policy"); // blocked by the page's policy
    if (!isKeptOut) found.push(`${name} wrote ${message.text()}`);
  });
  page.on("pageerror", (error) => found.push(`${name} threw ${error.message}`));
  page.on("dialog", async (dialog) => {
    found.push(`${name} opened ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.goto(own, { waitUntil: "load" });
  const acts = await page.evaluate(`(() => {
    for (const link of document.querySelectorAll("a[href^='javascript:' i]")) link.click();
    for (const element of document.querySelectorAll("*")) {
      element.dispatchEvent(new MouseEvent("mouseover"));
    }
    const handlers = [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes].map(({ name }) => name).filter((name) => name.startsWith("on")));
    const elements = [...document.querySelectorAll("script, iframe, base, object, embed, link, meta[http-equiv=refresh]")]
      .filter(({ textContent }) => textContent !== ${
    JSON.stringify(LIVE_SCRIPT)
  }); // what lets pictures answer
    return [
      ...(window.ran === undefined && document.title !== "hit" ? [] : ["ran a script"]),
      ...handlers.map((name) => "has " + name),
      ...elements.map((element) => "has " + element.outerHTML.slice(0, 80)),
      ...(document.body.innerText === "" ? ["is empty"] : []),
    ];
  })()`) as string[];
  found.push(...acts.map((act) => `${name} ${act}`));
  await page.close();
  return found;
}

testWithProgram(
  "chromium",
  "no page runs, loads or reports anything that stands in data",
  async (executablePath) => {
    await using here = await server();
    const query = new URLSearchParams({ user_code: ALL, owner_code: ALL });
    const served = {
      "/docs": `${here.url}/docs`,
      "approval page": `${here.url}/oauth/device?${query}`,
    };
    const browser = await browserType.launch({ executablePath, args: DRIVEN });
    try {
      const found: string[] = [];
      for (const [name, html] of Object.entries(await pages())) {
        assert(html.includes("&lt;script&gt;"), `${name} shows the text`);
        found.push(...await deeds(browser, name, { html: body(html) }));
      }
      for (const [i, text] of HOSTILE.entries()) {
        const html = await decision(here, text);
        assert(html.includes("asks to act for you"), html);
        found.push(...await deeds(browser, `approval of program ${i}`, { html }));
      }
      for (const [name, url] of Object.entries(served)) {
        found.push(...await deeds(browser, name, { url }));
      }
      assertEquals(found, []);
      const raw = await deeds(browser, "raw", {
        html: `<body>${HOSTILE.slice(0, 2).join(" ")}</body>`,
      });
      assert(raw.some((deed) => deed.includes("ran a script")), "the texts do act");
      assert(raw.some((deed) => deed.includes("asked for http://away.invalid")), "and ask");
    } finally {
      await browser.close();
    }
  },
);
