import { assertEquals } from "@std/assert";
import { executeCode } from "../../../src/notebook/kernel/executeCode.ts";
import { Kernel } from "../../../src/notebook/kernel/kernel.ts";

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("executeCode() waits for unawaited work, up to the given time", async () => {
  await using kernel = await Kernel.start();
  const texts: unknown[] = [];
  const { kind } = await executeCode(
    kernel,
    `setTimeout(() => console.log("late"), 200); console.log("at once");`,
    {
      onOutput: ({ type, content }) => type === "stream" && texts.push(content.text),
      settle: 1500,
      timeout: 30_000,
    },
  );
  assertEquals(kind, "replied");
  assertEquals(texts, ["at once\n", "late\n"]);
});
