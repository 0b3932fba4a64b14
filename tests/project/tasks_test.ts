import { assertEquals } from "@std/assert";
import { tasks } from "./tasks.ts";

/** What the default tests leave out: files and folders. */
const ignored = /--ignore=(\S+)/.exec(tasks["test"]!.command)![1]!.split(",");

/** Whether `path` is `folder`, or lies in it. */
const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

Deno.test("what the default tests leave out is there, and is run by another task", async () => {
  const others = Object.entries(tasks).filter(([name]) => name.startsWith("test:"))
    .flatMap(([, { command }]) => command.split(/[ ,]/));
  const lost: string[] = [];
  for (const path of ignored) {
    await Deno.stat(new URL(`../../${path}`, import.meta.url));
    if (!others.some((other) => isWithin(other, path))) lost.push(path);
  }
  assertEquals(lost, []);
});

Deno.test("what the long tests run, the default tests leave out", () => {
  const long = tasks["test:long"]!.command.split(" ").filter((word) => word.startsWith("tests/"));
  assertEquals(long.filter((path) => !ignored.some((folder) => isWithin(path, folder))), []);
});
