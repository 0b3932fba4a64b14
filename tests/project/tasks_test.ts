import { assertEquals } from "@std/assert";
import { tasks } from "./tasks.ts";

Deno.test("what the default tests leave out is there, and is run by another task", async () => {
  const [, ignored] = /--ignore=(\S+)/.exec(tasks["test"]!.command)!;
  const others = Object.entries(tasks).filter(([name]) => name.startsWith("test:"))
    .flatMap(([, { command }]) => command.split(/[ ,]/));
  const lost: string[] = [];
  for (const path of ignored!.split(",")) {
    await Deno.stat(new URL(`../../${path}`, import.meta.url));
    if (!others.some((other) => other === path || other.startsWith(`${path}/`))) lost.push(path);
  }
  assertEquals(lost, []);
});
