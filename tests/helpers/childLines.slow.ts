import { assertEquals, assertRejects } from "@std/assert";
import { childLines, endChild } from "./childLines.ts";
import { within } from "./within.ts";

const run = (code: string): Deno.ChildProcess =>
  new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", code],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
const HANGS = "await new Promise((resolve) => setTimeout(resolve, 1e6));";

Deno.test("childLines() gives the first lines of a process, and its errors when it has ended", async () => {
  const child = run(`console.error("late"); console.log("a\\nb\\nc"); ${HANGS}`);
  const { lines, errors } = await childLines(child, 2);
  assertEquals(lines, ["a", "b"]);
  assertEquals((await endChild(child)).signal, "SIGTERM");
  assertEquals(await errors, "late\n");
});

Deno.test("childLines() reports the errors of a process that prints nothing or exits early", async () => {
  const silent = run(`console.error("no disk"); ${HANGS}`);
  await assertRejects(
    () => childLines(silent, 1, { seconds: 3 }),
    Error,
    'Cannot use the process: Waited 3 s for 1 lines, in vain; it printed "": no disk',
  );
  assertEquals((await silent.status).signal, "SIGKILL");
  await assertRejects(
    () => childLines(run('console.log("one"); console.error("broken"); Deno.exit(1)'), 2),
    Error,
    'it ended; it printed "one\\n": broken',
  );
});

Deno.test("within() returns the result of the work, or reports what it waited for", async () => {
  assertEquals(await within(1, "a number", Promise.resolve(3)), 3);
  const { promise } = Promise.withResolvers<void>();
  await assertRejects(
    () => within(0.01, "an answer", promise),
    Error,
    "Waited 0.01 s for an answer, in vain",
  );
  await assertRejects(
    () => within(1, "it", Promise.reject(new TypeError("own"))),
    TypeError,
    "own",
  );
});
