import { pathToFileURL } from "node:url";
/** Switches that keep Chromium from using the network. */
const SWITCHES = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--window-size=900,1200",
];

/** Switches for a Chromium that a test controls, in a container without a network. */
export const DRIVEN = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
];

/** Returns the document of a page after its scripts have run in Chromium. */
export async function domOf(chromium: string, html: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/page.html`, html);
    const { stdout, success, stderr } = await new Deno.Command(chromium, {
      args: [
        ...SWITCHES,
        `--user-data-dir=${folder}/profile`,
        "--dump-dom",
        pathToFileURL(`${folder}/page.html`).href,
      ],
      stdout: "piped",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  } finally {
    await removed(folder);
  }
}

/** Removes the profile, although Chromium's helpers may still write to it for a moment. */
async function removed(folder: string): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      return await Deno.remove(folder, { recursive: true });
    } catch (error) {
      if (tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Pages forbid scripts, but the test has to run one. */
const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/;

/** Evaluates an expression in a page and returns its JSON value. */
export async function evaluated<T>(chromium: string, html: string, expression: string): Promise<T> {
  const script = `<script>addEventListener("load", () => {
    const result = document.createElement("pre");
    result.id = "result";
    result.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(${expression}))));
    document.body.append(result);
  });</script>`;
  const dom = await domOf(
    chromium,
    html.replace(POLICY, "").replace("</body>", `${script}</body>`),
  );
  const found = /<pre id="result">([^<]*)<\/pre>/.exec(dom)?.[1];
  if (found === undefined) throw new Error("the page gave no result");
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(found), (c) => c.charCodeAt(0))));
}
