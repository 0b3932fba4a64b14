import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { inFolder } from "../helpers/inFolder.ts";

const RUNNER = new URL("../../tools/dev/testRun.ts", import.meta.url).href;
const CONFIG = new URL("../../deno.json", import.meta.url);

const FILES = {
  "good_test.ts": `Deno.test("passes", () => {});
Deno.test("has steps", async (t) => void await t.step("one", () => {}));`,
  "failing_test.ts": `Deno.test("fails", () => { throw new Error("two is not three"); });`,
  "leaking_test.ts": `Deno.test("leaks", () => { setInterval(() => {}, 1000); });`,
  "aborting_test.ts": `Deno.test("aborts", () => Deno.kill(Deno.pid, "SIGKILL"));`,
};

/** Runs test files through the runner, with a number of workers, and returns what it prints. */
async function run(names: readonly (keyof typeof FILES)[], jobs: number) {
  let result = { ended: -1, text: "" };
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/tests`);
    for (const name of names) await Deno.writeTextFile(`${folder}/tests/${name}`, FILES[name]);
    const { test } = JSON.parse(await Deno.readTextFile(CONFIG)); // it makes leaks fail
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ test }));
    const code = `import { runTests } from ${JSON.stringify(RUNNER)};
      Deno.exit(await runTests(["-A", "--no-check", "--parallel"]));`;
    const { code: ended, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", "--no-config", code],
      cwd: folder,
      env: { DENO_JOBS: String(jobs), NO_COLOR: "1" },
      stderr: "inherit",
    }).output();
    result = { ended, text: new TextDecoder().decode(stdout) };
  });
  return result;
}

for (const jobs of [1, 2]) {
  Deno.test(`with ${jobs} at a time, tests that pass are counted per folder`, async () => {
    const { ended, text } = await run(["good_test.ts"], jobs);
    assertEquals(ended, 0);
    assertMatch(text, /^tests\/good_test\.ts +2 tests +[\d.]+ s$/m);
    assertMatch(text, /Slowest:\n +[\d.]+ s {2}tests\/good_test\.ts: /);
    assertEquals(text.trimEnd().split("\n").at(-1), "2 passed, 0 failed");
  });

  Deno.test(`with ${jobs} at a time, failing and leaking tests are shown in full`, async () => {
    const { ended, text } = await run(["good_test.ts", "failing_test.ts", "leaking_test.ts"], jobs);
    assertEquals(ended, 1);
    assertStringIncludes(text, "two is not three");
    assertStringIncludes(text, "failing_test.ts:1");
    assertStringIncludes(text, "Leaks detected");
    assertEquals(text.trimEnd().split("\n").at(-1), "2 passed, 2 failed");
  });

  Deno.test(`with ${jobs} at a time, a run that is killed reports its position`, async () => {
    const { ended, text } = await run(["aborting_test.ts"], jobs);
    assert(ended > 0);
    assertStringIncludes(text, "Cannot finish the tests: deno test ended by SIGKILL");
  });
}
