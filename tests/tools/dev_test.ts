import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { DEV_COMMANDS } from "../../tools/dev/commands.ts";

const DEV = fileURLToPath(new URL("../../tools/dev.ts", import.meta.url));

/** Runs `deno task dev` without permission to start the programs of its commands. */
async function dev(...args: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--allow-read", "--allow-env", DEV, ...args],
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return { code, printed: decoder.decode(stdout), errors: decoder.decode(stderr) };
}

Deno.test("dev --help lists every command", async () => {
  const { code, printed } = await dev("--help");
  assertEquals(code, 0);
  for (const name of Object.keys(DEV_COMMANDS)) {
    assertMatch(printed, new RegExp(`^  ${name} `, "m"));
  }
});

Deno.test("dev NAME --help describes a command and runs nothing", async () => {
  const { code, printed } = await dev("bench", "--help");
  assertEquals({ code, printed }, {
    code: 0,
    printed: `deno task dev bench: ${DEV_COMMANDS["bench"]?.summary}\n`,
  });
});

Deno.test("dev suggests the command that was probably meant", async () => {
  const { code, errors } = await dev("bensh");
  assertEquals(code, 2);
  assertMatch(errors, /^Cannot run bensh: there is no such command; did you mean "bench"\?/);
});
