// deno-lint-ignore-file no-console -- a command prints to the terminal
/**
 * Runs the tests against a real Spark. It installs pyspark from PyPI into a new folder and deletes
 * it afterwards, or uses the one in LIFEFRAME_SPARK_HOME. `--spark 4.0.5,4.1.4,4.2.1,4.3.0` runs
 * them against several versions, one after another. Each version stops after
 * LIFEFRAME_SPARK_MINUTES (25 by default). Without Java or Python it prints NOT RUN and fails.
 */
import { fileURLToPath } from "node:url";

/** Version without `--spark`. */
const VERSION = "4.3.0";
const MINUTES = Number(Deno.env.get("LIFEFRAME_SPARK_MINUTES") ?? 25);
/** Test files next to this one. */
const PARTS = ["protocol", "token", "local2", "killed", "verbs", "cluster", "clusterVerbs"];

function works(command: string, ...args: string[]): boolean {
  try {
    return new Deno.Command(command, { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

function notRun(reason: string): never {
  console.error(`NOT RUN: the tests against Spark need ${reason}`);
  Deno.exit(3);
}

async function run(
  command: string,
  args: string[],
  env: Record<string, string>,
  until: number,
): Promise<number> {
  const process = new Deno.Command(command, { args, env, detached: true }).spawn();
  const end = (): void => Deno.kill(-process.pid, "SIGTERM"); // also stops its children
  const late = setTimeout(() => {
    console.error(`NOT FINISHED: ${command} was ended after ${MINUTES} minutes in all`);
    end();
  }, Math.max(0, until - Date.now()));
  Deno.addSignalListener("SIGINT", end);
  const { code } = await process.status;
  Deno.removeSignalListener("SIGINT", end);
  clearTimeout(late);
  return code;
}

async function main(args: readonly string[]): Promise<number> {
  if (!works("java", "-version")) notRun("Java 17 or later (Debian: openjdk-17-jre-headless)");
  if (!works("python3", "-c", "import venv")) notRun("Python 3 with venv (Debian: python3-venv)");
  const [flag, list = ""] = args, isList = flag === "--spark";
  const versions = isList ? list.split(",") : [VERSION], parts = isList ? args.slice(2) : args;
  const odd = parts.find((name) => !PARTS.includes(name));
  if (odd !== undefined) {
    console.error(`Cannot run part ${odd}: there are ${PARTS.join(", ")}`);
    return 2;
  }
  const oddVersion = versions.find((version) => !/^4\.\d+\.\d+$/.test(version));
  if (oddVersion !== undefined) {
    console.error(
      `Cannot run Spark ${JSON.stringify(oddVersion)}: expected versions such as 4.1.4`,
    );
    return 2;
  }
  let worst = 0;
  for (const version of versions) {
    if (isList) console.log(`Spark ${version}`);
    worst = Math.max(worst, await runVersion(version, parts.length > 0 ? parts : PARTS));
  }
  return worst;
}

async function runVersion(version: string, parts: readonly string[]): Promise<number> {
  const until = Date.now() + MINUTES * 60_000;
  const folder = await Deno.makeTempDir({ prefix: "lifeframe-spark-" });
  try {
    let home = Deno.env.get("LIFEFRAME_SPARK_HOME");
    if (home === undefined) {
      const venv = `${folder}/venv`;
      if (await run("python3", ["-m", "venv", venv], {}, until) !== 0) notRun("Python 3 with venv");
      const packages = [`pyspark[connect]==${version}`, "pandas<3"]; // pyspark warns about pandas 3
      const pip = ["-m", "pip", "install", "--quiet", ...packages];
      if (await run(`${venv}/bin/python`, pip, {}, until) !== 0) notRun("pyspark from PyPI");
      const { stdout } = new Deno.Command(`${venv}/bin/python`, {
        args: ["-c", "import pyspark, os; print(os.path.dirname(pyspark.__file__))"],
      }).outputSync();
      home = new TextDecoder().decode(stdout).trim();
    }
    const here = fileURLToPath(new URL(".", import.meta.url));
    return await run(
      Deno.execPath(),
      ["test", "--no-prompt", "--no-check", "-A", ...parts.map((name) => `${here}${name}.ts`)],
      { LIFEFRAME_SPARK_HOME: home, TMPDIR: folder },
      until,
    );
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
  }
}

Deno.exit(await main(Deno.args));
