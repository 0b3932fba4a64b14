// deno-lint-ignore-file no-console -- a command speaks on the terminal
/**
 * Runs a command for contributors: `deno task dev NAME`.
 * @module
 */
import { suggest } from "../src/options/suggest.ts";
import { exitWith, launch } from "../src/cli/launch.ts";
import { DEV_COMMANDS } from "./dev/commands.ts";
import { runTests } from "./dev/testRun.ts";

/** Also has the packages that only tests and tools import (tools/packages/), which no user needs. */
const LOCK = "--lock=tools/deno.lock";

/** Adds the lock file to the arguments of `deno` that start a program. */
function withLock(args: readonly string[]): readonly string[] {
  const [verb = "", ...words] = args;
  return ["run", "test", "check"].includes(verb) ? [verb, LOCK, ...words] : args;
}

/** Runs a command and returns its exit code. */
async function dev([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h") {
    console.log("Usage: deno task dev NAME [options]");
    for (const [each, { summary }] of Object.entries(DEV_COMMANDS)) {
      console.log(`  ${each.padEnd(20)} ${summary}`);
    }
    return 0;
  }
  const command = Object.hasOwn(DEV_COMMANDS, name) ? DEV_COMMANDS[name] : undefined;
  if (command === undefined) {
    const meant = suggest(name, Object.keys(DEV_COMMANDS));
    console.error(
      `Cannot run ${name}: there is no such command${meant}\n\ndeno task dev --help lists them`,
    );
    return 2;
  }
  if (args.includes("--help") || args.includes("-h")) {
    console.log(`deno task dev ${name}: ${command.summary}`);
    return 0;
  }
  let code = 0;
  for (const { title, test, args: words, env = {} } of command.steps(args)) {
    if (title !== undefined) console.log(title);
    const ended = test
      ? await runTests([LOCK, ...words], env)
      : await launch(withLock(words), { env });
    if (ended !== 0) {
      code = ended;
      if (!command.goesOn) return code;
    }
  }
  return code;
}

if (import.meta.main) await exitWith(() => dev(Deno.args));
