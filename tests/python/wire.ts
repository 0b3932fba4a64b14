import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { testWithProgram } from "../helpers/testWithProgram.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ORIGIN = "https://notebook.example.org";

/** The first line that a program prints. */
async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const reader = output.pipeThrough(new TextDecoderStream()).getReader();
  for (let read; !text.includes("\n") && !(read = await reader.read()).done;) text += read.value;
  await reader.cancel();
  return text.split("\n", 1)[0]!;
}

for (const words of [{}, { svc: "acme", mobile: "phone", map: "gps", health_sdk: "vitals" }]) {
  const names = Object.entries(words).map((pair) => pair.join("=")).join(",");
  testWithProgram(
    "python3",
    `a client in Python that knows only the wire finds all of it on \`task serve\`, ${
      names || "neutral words"
    }`,
    async (python) => {
      const serve = ["task", "--quiet", "serve", "--memory", "--sample", "--port", "0"];
      const options = ["--json", "--quiet", "--allow-origin", ORIGIN];
      const child = new Deno.Command(Deno.execPath(), {
        args: [...serve, ...options, ...(names === "" ? [] : ["--names", names])],
        cwd: ROOT,
        stdout: "piped",
        stderr: "null",
      }).spawn();
      try {
        const { url, token, userid } = JSON.parse(await firstLine(child.stdout));
        const { code, stdout, stderr } = await new Deno.Command(python, {
          args: ["wire_checks.py", url, token, userid, JSON.stringify(words)],
          cwd: `${ROOT}tests/python`,
          env: { PYTHONDONTWRITEBYTECODE: "1" },
        }).output();
        const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
        assertMatch(said, /^\d{3} checks hold/);
        assertEquals(code, 0, said);
      } finally {
        child.kill("SIGTERM");
        await child.status;
      }
    },
  );
}
