import { assert, assertEquals, assertThrows } from "@std/assert";
import { fileURLToPath } from "node:url";
import { checkDeno } from "../../src/cli/launch.ts";
import { lifeframe } from "../../src/cli/lifeframe.ts";
import { notebookCommand } from "../../src/cli/notebook.ts";
import { quoteArgument, taskLine } from "../../src/cli/args/taskLine.ts";
import { endChild } from "../helpers/childLines.ts";
import { inFolder } from "../helpers/inFolder.ts";
import { printed } from "./console.ts";

const LAUNCH = new URL("../../src/cli/launch.ts", import.meta.url).href;

Deno.test("arguments with control characters do not reach the terminal", async () => {
  const evil = "a\u001b]0;title\u0007\u202eb";
  for (const command of [() => lifeframe([evil]), () => notebookCommand(["run", evil])]) {
    const { result, err } = await printed(command);
    assert(result > 0 && err.includes("a\ufffd]0;title\ufffd\ufffdb"), JSON.stringify(err));
  }
});

/** Starts a script through the launcher in a separate process. */
function launched(folder: string, script: string, ...args: string[]): Deno.ChildProcess {
  Deno.writeTextFileSync(`${folder}/script.ts`, script);
  const code = `import { exitWith, launch } from ${JSON.stringify(LAUNCH)};
    await exitWith(() => launch(["run", "--quiet", "--no-check", "-A", ...Deno.args]));`;
  Deno.writeTextFileSync(`${folder}/launcher.ts`, code);
  return new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "-A", `${folder}/launcher.ts`, `${folder}/script.ts`],
      ...args,
    ],
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

const odd = ["a b", "$HOME", "`id`", "'", '"', "*", "", "ü 日本 🙂", "--x=1;2", "%PATH%", "#"];

Deno.test("the launcher passes arguments, input, output and the exit code through, without a shell", () =>
  inFolder(async (folder) => {
    const child = launched(
      folder,
      `console.log(JSON.stringify([Deno.args, await new Response(Deno.stdin.readable).text()]));
       console.error("said"); Deno.exit(7);`,
      ...odd,
    );
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("typed"));
    await writer.close();
    const { code, stdout, stderr } = await child.output();
    const text = new TextDecoder();
    assertEquals(JSON.parse(text.decode(stdout)), [odd, "typed"]);
    assertEquals([code, text.decode(stderr)], [7, "said\n"]);
  }));

for (const [signal, number] of [["SIGINT", 2], ["SIGTERM", 15]] as const) {
  Deno.test(`${signal} reaches the command, which decides how to exit`, {
    ignore: Deno.build.os === "windows",
  }, () =>
    inFolder(async (folder) => {
      for (
        const [script, expected] of [
          [
            `Deno.addSignalListener("${signal}", () => { console.log("stopped"); Deno.exit(5); });
             console.log("ready"); setInterval(() => {}, 1000);`,
            5,
          ],
          [`console.log("ready"); setInterval(() => {}, 1000);`, 128 + number],
        ] as const
      ) {
        const child = launched(folder, script);
        await child.stdin.close();
        const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
        let said = "";
        while (!said.includes("ready")) said += (await reader.read()).value;
        const { code } = await endChild(child, signal);
        assertEquals(code, expected);
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          said += part.value;
        }
        assertEquals(said.includes("stopped"), expected === 5);
        await child.stderr.cancel();
      }
    }));
}

Deno.test("a suggested command line can be pasted into a shell", async () => {
  assert(taskLine("report", "--out", "a.html").endsWith("task --quiet report --out a.html"));
  for (const argument of odd) {
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", `printf %s ${quoteArgument(argument)}`],
    }).output();
    assertEquals(new TextDecoder().decode(stdout), argument);
  }
});

Deno.test("an older Deno prints one line with the command that works", () => {
  for (const version of ["2.9.5", "2.8.99", "1.46.3", "2.0.0-rc.1"]) {
    assertThrows(
      () => checkDeno(version),
      RangeError,
      `lifeframe needs Deno 2.9.6 or later, but this is ${version}; run \`npx -y deno@2.9.6 task demo\``,
    );
  }
  for (const version of ["2.9.6", "2.9.7", "2.10.0", "3.0.0", "2.9.6+abc"]) checkDeno(version);
});
