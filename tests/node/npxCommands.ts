import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { delimiter, join } from "node:path";
import process from "node:process";
import { childLines, endChild } from "../helpers/childLines.ts";
import { EXAMPLE_FILES } from "../read/exampleFiles.ts";

/** Text that a shell would change. */
const ODD = "a b $HOME `id` 'ü' 日本 🙂 %PATH% *";

/**
 * Checks the commands of the npm package as a newcomer has them: no Deno, no clone, an empty HOME, and
 * an empty folder with a space and an umlaut in its name. Runs what they suggest word for word.
 *
 * @param tarball Path of the npm tarball.
 * @param node Folder of the Node that runs npm.
 */
export async function checkNpxCommands(tarball: string, node: string): Promise<void> {
  const top = await Deno.makeTempDir(), home = join(top, "home"), own = join(top, "Mein Örtchen");
  await Promise.all([home, own].map((folder) => Deno.mkdir(folder)));
  const npmrc = join(process.env["HOME"]!, ".npmrc"); // which registry this machine has
  await Deno.copyFile(npmrc, join(home, ".npmrc")).catch(() => {});
  const folders = process.env["PATH"]!.split(delimiter).filter((folder) => !has(folder, "deno"));
  const kept = [
    "npm_config_registry",
    "NPM_CONFIG_REGISTRY",
    "NODE_EXTRA_CA_CERTS",
    "SSL_CERT_FILE",
  ];
  const env: Record<string, string> = {
    ...Object.fromEntries(kept.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    })),
    HOME: home,
    NO_COLOR: "1",
    PATH: [node, ...folders].join(delimiter),
  };
  const options = { cwd: own, env, clearEnv: true, stdout: "piped", stderr: "piped" } as const;
  /** Runs a line of a shell, as pasted. */
  const paste = async (line: string, expected = 0): Promise<string> => {
    const command = new Deno.Command("sh", { args: ["-c", line], ...options, stdin: "null" });
    const { code, stdout, stderr } = await command.output();
    const [out, problems] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assertEquals(code, expected, `${line}\n${out}${problems}`);
    return code === 0 ? out! : problems!;
  };
  try {
    const start = `npx -y -p ${tarball} lifeframe`;
    const demo = await paste(`${start} demo`);
    assertStringIncludes(await Deno.readTextFile(join(own, "report.html")), "</html>");
    const suggested = [...demo.slice(demo.indexOf("\nNext:")).matchAll(/^ {2}(npx .*)$/gm)]
      .map(([, line]) => line!);
    const words = suggested.map((line) => line.replace(`${start} `, ""));
    assertEquals(words.map((line) => line.split(" ")[0]), [
      ...["new", "report", "serve", "import", "login"],
    ]);
    const [make, report, , read] = suggested;

    await paste(report!);
    assertStringIncludes(await Deno.readTextFile(join(own, "ninety.html")), "</html>");
    const file = EXAMPLE_FILES["appleHealth"]!;
    await Deno.writeFile(join(own, "export.zip"), new Uint8Array(await file.arrayBuffer()));
    assertMatch(await paste(read!), /sleep/i);

    const made = await paste(make!);
    const next = [...made.matchAll(/^ {2}((?:cd|npm|npx) .*)$/gm)].map(([, line]) => line!);
    assertEquals(next[0], "cd my-days");
    const inside = next.slice(1).filter((line) => !line.includes("notebook lab")); // it stays open
    for (const line of inside) await paste(`cd my-days && ${line}`);
    assertStringIncludes(await Deno.readTextFile(join(own, "my-days", "nights.svg")), "<svg");

    const bin = join(own, "my-days", "node_modules", ".bin", "lifeframe");
    const usage = await paste("cd my-days && npx lifeframe report --help");
    assertStringIncludes(usage, "Usage: npx lifeframe report [options]");
    const misspelt = await paste("cd my-days && npx lifeframe report --tilte x", 2);
    assertStringIncludes(misspelt, 'did you mean "--title"?');

    const run = (...args: string[]) =>
      new Deno.Command(bin, { args, ...options, cwd: join(own, "my-days"), stdin: "piped" });
    const titled = run("report", "--last", "3", "--title", ODD, "--out", "odd.html").spawn();
    await titled.stdin.close();
    assertEquals((await titled.output()).code, 0);
    assertStringIncludes(
      (await Deno.readTextFile(join(own, "my-days", "odd.html"))).replaceAll("&#39;", "'"),
      ODD,
    );

    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const served = run("serve", "--memory", "--port", "0").spawn();
      await served.stdin.close();
      const { lines } = await childLines(served, 4);
      assertMatch(lines[0]!, /^Address: http:\/\/127\.0\.0\.1:\d+$/);
      assertEquals((await endChild(served, signal)).code, 0, signal);
    }

    const assistant = run("mcp").spawn();
    const writer = assistant.stdin.getWriter();
    const request = { jsonrpc: "2.0", id: 1, method: "ping" };
    await writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
    await writer.close();
    const answered = await assistant.output();
    assert(new TextDecoder().decode(answered.stdout).includes('"id":1'), "standard input arrives");
  } finally {
    await Deno.remove(top, { recursive: true });
  }
}

function has(folder: string, program: string): boolean {
  try {
    return Deno.statSync(join(folder, program)).isFile;
  } catch {
    return false;
  }
}
