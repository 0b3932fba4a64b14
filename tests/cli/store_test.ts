import { assertEquals } from "@std/assert";

Deno.test("task store says which permission a file outside of the project needs, and how it gets it", async () => {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "store", "check", "/nowhere/a.sqlite"],
  }).output();
  assertEquals(code, 1);
  assertEquals(
    new TextDecoder().decode(stdout).trim(),
    'Cannot check /nowhere/a.sqlite: Deno was not given read access to "/nowhere/a.sqlite"; run ' +
      "deno run -A src/cli/store.ts check FILE",
  );
});
