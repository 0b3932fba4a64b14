import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import { encodePlan } from "../../src/cohort/worker/plan.ts";

const WORKER = fileURLToPath(new URL("../../src/cohort/programs/worker.ts", import.meta.url));
const FLAGS = ["--allow-ffi", "--allow-sys", "--allow-read", "--allow-env"];

/** Starts the worker in a separate process. */
function start(...args: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--no-check", ...FLAGS, WORKER, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

const PLAN = encodePlan({
  steps: [],
  rows: true,
  input: [["value", "text"]],
  output: [["value", "text"]],
});

/** More rows than a pipe buffers. */
const ROWS = 20_000;

async function give(child: Deno.ChildProcess): Promise<void> {
  const line = `kim\tUTC\t${"x".repeat(40)}\n`, writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(line.repeat(ROWS)));
  await writer.close();
}

Deno.test("a worker waits for a late reader of its rows, up to the given number of seconds", async () => {
  for (const seconds of [[], ["60"]]) {
    const child = start("rows", PLAN, ...seconds);
    await give(child);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const { code, stdout, stderr } = await child.output();
    assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
    const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
    assertEquals(lines.length, ROWS + 1);
    assert(lines.at(-1)!.startsWith("trailer\t"));
  }
});

Deno.test("a worker without a reader exits after its time limit, and reports it", async () => {
  const child = start("rows", PLAN, "0.3");
  await give(child);
  const begun = performance.now();
  const { code } = await child.status;
  assertEquals(code, 1);
  assert(performance.now() - begun < 20_000);
  const { stderr } = await child.output();
  assertStringIncludes(
    new TextDecoder().decode(stderr),
    "Cannot write rows: nobody has taken them for 0.3 s",
  );
});

Deno.test("a worker knows two formats of rows, and lists them", async () => {
  for (const args of [["lines", PLAN], ["", PLAN]]) {
    const child = start(...args);
    await child.stdin.close();
    const { code, stdout, stderr } = await child.output();
    assertEquals([code, stdout.length], [2, 0]);
    assertEquals(
      new TextDecoder().decode(stderr),
      `Cannot run the worker: ${JSON.stringify(args[0])} is neither slices nor rows\n`,
    );
  }
});
