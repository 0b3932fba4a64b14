import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

async function command(file: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", `src/cli/${file}`, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/** Returns the part of a page under a heading, without its provenance. */
const partOf = (page: string, heading: string): string => {
  const start = page.indexOf(`<h2>${heading}`);
  assert(start >= 0, heading);
  return page.slice(start, page.indexOf("</section>", start));
};

Deno.test("the demo and a report of the same days agree", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const demo = await command("demo.ts", "--out", `${folder}/demo.html`);
    assertEquals([demo.code, demo.err], [0, ""]);
    assertStringIncludes(demo.out, "Next:\n  npx -y deno@2.9.6 task --quiet notebook lab");
    const report = await command("report.ts", "--last", "30", "--out", `${folder}/report.html`);
    assertEquals([report.code, report.err], [0, ""]);
    const [one, other] = await Promise.all(
      ["demo", "report"].map((name) => Deno.readTextFile(`${folder}/${name}.html`)),
    );
    for (const heading of ["Resting heart rate", "Sleep: ", "How this was measured"]) {
      assertEquals(partOf(one!, heading), partOf(other!, heading));
    }
    // The sample's first source is the wrist tracker, whose nights are broken more often.
    assertStringIncludes(partOf(one!, "How this was measured"), "From Wrist, then Mattress");
    assertStringIncludes(partOf(one!, "How this was measured"), "30 of 30 nights");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the demo prints its usage", async () => {
  const help = await command("demo.ts", "--help");
  assertEquals([help.code, help.err], [0, ""]);
  assertStringIncludes(help.out, "Usage: deno task demo");
  const wrong = await command("demo.ts", "--outt", "x.html");
  assertEquals([wrong.code, wrong.out], [2, ""]);
  assertStringIncludes(
    wrong.err,
    'Cannot run the demo: unknown option --outt; did you mean "--out"?\n',
  );
});

Deno.test("the demo reports a file that it cannot write without a stack", async () => {
  const { code, err } = await command("demo.ts", "--out", "/dev/null/report.html");
  assertEquals(code, 1);
  assert(/^Cannot save .*\/dev\/null\/report\.html: .+\n$/.test(err), err);
});
