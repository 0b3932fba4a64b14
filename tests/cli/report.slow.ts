import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { demoExport } from "../../mod.ts";
import { importCommand } from "../../src/cli/importFiles.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { reportRange } from "../../src/app/report/reportRange.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TZ = "Europe/Berlin";
const NOW = Temporal.Instant.from("2025-03-21T11:00Z");

async function task(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return await taskIn({}, ...args);
}

/** Runs the command with other environment variables. */
async function taskIn(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "report", ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

const said = (words: Parameters<typeof reportRange>[0]): string => {
  const { start_time, end_time } = reportRange(words, TZ, NOW);
  return `${start_time.toString({ timeZoneName: "never" })} ${
    end_time.toString({ timeZoneName: "never" })
  }`;
};

Deno.test("reportRange() reads every notation of a range, from local midnight to local midnight", () => {
  assertEquals(said({}), "2025-02-19T00:00:00+01:00 2025-03-21T00:00:00+01:00");
  assertEquals(said({ last: "1" }), "2025-03-20T00:00:00+01:00 2025-03-21T00:00:00+01:00");
  assertEquals(said({ range: "2024-10" }), "2024-10-01T00:00:00+02:00 2024-11-01T00:00:00+01:00");
  assertEquals(
    said({ from: "2024-03-31", to: "2024-04-01" }),
    "2024-03-31T00:00:00+01:00 2024-04-01T00:00:00+02:00",
  );
  assertEquals(said({ range: "2024-W13" }), "2024-03-25T00:00:00+01:00 2024-04-01T00:00:00+02:00");
  assertEquals(
    said({ range: "2024-10-27" }),
    "2024-10-27T00:00:00+02:00 2024-10-28T00:00:00+01:00",
  );
  assertEquals(said({ range: "2024" }), "2024-01-01T00:00:00+01:00 2025-01-01T00:00:00+01:00");
});

Deno.test("reportRange() rejects conflicting, incomplete and invalid ranges", () => {
  const refused: [Parameters<typeof reportRange>[0], string][] = [
    [{ last: "3", range: "2024-10" }, "pass one of --last, --range"],
    [{ from: "2024-03-31" }, "--from and --to go together"],
    [{ from: "2024-03-31", to: "2024-03-01" }, "is before"],
    [{ last: "1.5" }, "--last is 1.5, expected a whole number"],
    [{ range: "2024-13" }, "2024-13"],
  ];
  assertThrows(() => reportRange({}, "Berlin", NOW), RangeError, "it is not an IANA time zone");
  for (const [words, message] of refused) assertThrows(() => said(words), RangeError, message);
});

Deno.test("task report writes a page that states how to recreate it, with the task's permissions", async () => {
  const out = `.report-${crypto.randomUUID()}.html`, file = `${ROOT}${out}`;
  try {
    const { code, out: printed, err } = await task(
      "--last",
      "3",
      "--sources",
      "Wrist",
      "--out",
      out,
    );
    assertEquals([code, err], [0, ""]);
    assertMatch(printed, /^Wrote \.report-.*: 3 days to Thu 20 March 2025, Europe\/Berlin;/);
    const page = await Deno.readTextFile(file);
    for (
      const part of [
        `npx -y deno@2.9.6 task --quiet report --last 3 --sources Wrist --out ${out}`,
        "CC BY 4.0",
        "lifeframe 0.",
        "3 of 3 nights",
      ]
    ) assert(page.includes(part), part);
  } finally {
    await Deno.remove(file).catch(() => {});
  }
});

testWithProgram(
  "chromium",
  "task report prints a PDF, with the task's permissions and the browser that is there",
  async () => {
    const out = `.report-${crypto.randomUUID()}.pdf`, file = `${ROOT}${out}`;
    try {
      const { code, out: printed, err } = await task("--last", "2", "--out", out);
      assertEquals([code, err], [0, ""]);
      assertMatch(printed, /^Wrote \.report-.*\.pdf: 2 days to Thu 20 March 2025, Europe\/Berlin;/);
      const text = new TextDecoder("latin1").decode(await Deno.readFile(file));
      assertMatch(text, /^%PDF-1\.[^]*%%EOF\s*$/);
    } finally {
      await Deno.remove(file).catch(() => {});
    }
  },
);

Deno.test("task report explains what a PDF needs if no browser is installed", async () => {
  const folder = await Deno.makeTempDir(), out = `.report-${crypto.randomUUID()}.pdf`;
  try {
    await Deno.symlink(Deno.execPath(), `${folder}/deno`);
    const { code, err } = await taskIn({ PATH: folder }, "--last", "2", "--out", out);
    assertEquals(code, 1);
    assertMatch(
      err,
      /^Cannot save .*\.pdf: no Chromium, Chrome or Edge was found on PATH\. Install one, set its path in LIFEFRAME_BROWSER, or save/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a report without a file name is named by its days, in the given language", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/report.html`, "the demo's");
    const run = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--config",
          `${ROOT}deno.json`,
          "-A",
          "--no-check",
          `${ROOT}src/cli/report.ts`,
        ]
          .concat(args),
        cwd: folder,
        env: { NO_COLOR: "1" },
      }).output();
      assertEquals(code, 0, new TextDecoder().decode(stderr));
      return new TextDecoder().decode(stdout);
    };
    const form = ["--locale", "de", "--time-format", "dd.MM.yyyy HH:mm"];
    const said = await run("--from", "2025-03-18", "--to", "2025-03-21", ...form);
    assertMatch(said, /^report-2025-03-18-to-2025-03-20.html geschrieben: 3 Tage bis 20.03.2025,/);
    const page = await Deno.readTextFile(`${folder}/report-2025-03-18-to-2025-03-20.html`);
    assert(page.includes("3 Tage bis 20.03.2025"));
    assert(page.includes("&#39;dd.MM.yyyy HH:mm&#39;") || page.includes("'dd.MM.yyyy HH:mm'"));
    assertMatch(await run("--last", "1"), /^Wrote report-2025-03-20.html: /);
    assertEquals(await Deno.readTextFile(`${folder}/report.html`), "the demo's");
    await run("--last", "2", "--title", "For Dr. W", "--deidentify", "--against", "nothing");
    const handedOn = await Deno.readTextFile(`${folder}/report-deidentified.html`);
    assert(handedOn.includes("<h1>For Dr. W</h1>"));
    assert(!/Europe|Berlin|deno task|2025-03/.test(handedOn));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("task report answers invalid arguments with one line of advice", async () => {
  const wrong: [string[], RegExp][] = [
    [["--nights", "3"], /^Cannot make a report: unknown option --nights; available: --base-url/],
    [["--base-url", "nonsense"], /nonsense/],
  ];
  for (const [args, message] of wrong) {
    const { code, err } = await task(...args);
    assertEquals(code, 2, err);
    assertMatch(err, message);
    assert(!err.includes("    at "), err);
  }
});

Deno.test("task report describes an own store that import filled, with the task's permissions", async () => {
  const folder = await Deno.makeTempDir(), data = `${folder}/my store`;
  const out = `.report-${crypto.randomUUID()}.html`;
  try {
    const file = await demoExport({ days: 3 });
    await Deno.writeFile(`${folder}/${file.name}`, file.stream());
    const lines: string[] = [], zone = ["--zone", TZ];
    const print = (line: string) => void lines.push(line);
    const own = ["--data", data];
    assertEquals(await importCommand([`${folder}/${file.name}`, ...own, ...zone], { print }), 0);
    assertEquals(lines.slice(-2), [
      `Your data is in ${data}. A report about the last 30 days, or about others with --range 2025-03:`,
      `  npx -y deno@2.9.6 task --quiet report --data '${data}'`,
    ]);
    const range = ["--range", "2025-03-20"];
    const made = await task(...own, ...zone, ...range, "--out", out);
    assertEquals([made.code, made.err], [0, ""]);
    assertEquals(made.out, `Wrote ${out}: Thu 20 March 2025, ${TZ}; it works offline\n`);
    assert((await Deno.readTextFile(`${ROOT}${out}`)).includes("Resting heart rate"));
    const missing = await task("--data", `${folder}/typo`, ...zone);
    assertEquals(missing.code, 2);
    assertMatch(missing.err, /typo, which does not exist\. Fill it with `npx .*import export\.zip/);
    assertEquals(existsSync(`${folder}/typo`), false, "no empty store is created");
    const both = await task(...own, "--base-url", "http://127.0.0.1:1");
    assertMatch(both.err, /^Cannot make a report: --data is a folder of your own/);
  } finally {
    await Deno.remove(folder, { recursive: true });
    await Deno.remove(`${ROOT}${out}`).catch(() => {});
  }
});
