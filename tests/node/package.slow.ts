import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import deno from "../../deno.json" with { type: "json" };
import { startService } from "../helpers/startService.ts";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { importRatios } from "./importRatios.ts";
import { checkJsrPackage } from "./jsrPackage.ts";
import { checkNpxCommands } from "./npxCommands.ts";
import { exportXml, nightRecords, recordXml, stamp, zipOf } from "../read/healthFile.ts";

/** Releases of Node that the package supports: the oldest, the newest with long support, the newest. */
const NODES = ["22.23.3", "24.21.0", "26.10.0"];

/** Release of Bun that the package supports. */
const BUN = "1.4.5";

/** A compiler without types of Temporal, and one that has them. */
const COMPILERS = ["5.9.3", "7.0.2"], NODE_TYPES = "@types/node@24.10.1";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const TARBALL = `npm/lifeframe-lifeframe-${deno.version}.tgz`;

/** Compiler settings of a user that also check the types of installed packages. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2024",
    types: ["node"],
  },
  files: ["consumer.ts"],
};

/** Output of `deno task dev release`, and the folder of the release, which all tests share. */
let released: { code: number; out: string; err: string }, packed: string;

Deno.test.beforeAll(async () => {
  packed = await Deno.makeTempDir();
  released = await release("--dry-run", "--tag", "v99.0.0", "--out", packed);
});

Deno.test.afterAll(() => Deno.remove(packed, { recursive: true }));

/** Runs `deno task dev release`; returns its exit code and output. */
async function release(...args: string[]): Promise<typeof released> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "dev", "release", ...args],
    cwd: ROOT,
  });
  const { code, stdout, stderr } = await command.output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out: out!, err: err! };
}

testWithProgram(
  "npm",
  "a dry run of a release tries everything, and names a tag of another version",
  async () => {
    const { code, out, err } = released;
    const lines = out.split("\n").filter((line) => /^(?:ok|FAILED) /.test(line));
    assertEquals(lines.filter((line) => !line.startsWith("FAILED changelog: ")), [
      `FAILED version: the tag v99.0.0 has version 99.0.0, deno.json has ${deno.version}`,
      "ok     sbom",
      "ok     jsr",
      "ok     npm",
    ], out.slice(-2000) + err);
    assertEquals(code, 1);
    for (const path of [TARBALL, "jsr/deno.json", "sbom.json", "notes.md"]) {
      assertEquals((await Deno.stat(`${packed}/${path}`)).isFile, true, path);
    }
  },
);

Deno.test("a release without --dry-run is rejected with the command that publishes", async () => {
  const { code, err } = await release();
  assertEquals([code, err.split(":")[0]], [2, "Cannot release"]);
});

Deno.test("the package for JSR does what the sources do, and loads in less time", () =>
  checkJsrPackage(`${packed}/jsr`));

testWithProgram("npm", "the npm package does in Node what the sources do in Deno", async (npm) => {
  const folder = await Deno.makeTempDir();
  const run = async (program: string, args: string[], env: Record<string, string> = {}) => {
    const command = new Deno.Command(program, { args, cwd: folder, env });
    const { success, stdout, stderr } = await command.output();
    const [out, problems] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assertEquals(success, true, `${program} ${args.join(" ")}: ${out!.slice(-2000)}${problems}`);
    return out!;
  };
  try {
    const tarball = `${packed}/${TARBALL}`;
    await Deno.writeTextFile(`${folder}/package.json`, '{ "private": true, "type": "module" }');
    for (const name of ["consumer.mjs", "consumer.ts"]) {
      await Deno.copyFile(
        new URL(`${name}${name.endsWith(".ts") ? ".txt" : ""}`, import.meta.url),
        `${folder}/${name}`,
      );
    }
    await Deno.writeFile(`${folder}/export.zip`, phoneExport());
    await using service = await startService(["--sample"]);
    const outputOf = async (program: string, args: string[]): Promise<{ cohort: string }> => {
      const own = await Deno.makeTempDir({ dir: folder });
      const rest = [service.url, service.token, `${folder}/export.zip`, own];
      return JSON.parse(await run(program, [...args, ...rest], { XDG_CACHE_HOME: own }));
    };
    const { cohort: opened, ...inDeno } = await outputOf(Deno.execPath(), [
      ...["run", "--no-check", "--cached-only", "-A", "--config", `${ROOT}deno.json`],
      `${ROOT}tests/node/consumer.mjs`,
    ]);
    assertStringIncludes(opened, "Cannot read the people of cohort");
    const install = (packages: string[], env = {}): Promise<string> =>
      run(npm, ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packages], env);
    const bins: string[] = [];
    for (const version of NODES) {
      await install([`node@${version}`]);
      bins.push(`${folder}/node-${version}`);
      await Deno.rename(`${folder}/node_modules/node/bin`, bins.at(-1)!);
      await Deno.remove(`${folder}/node_modules`, { recursive: true });
    }
    const path = `${bins[0]}${delimiter}${Deno.env.get("PATH")}`;
    await Deno.writeTextFile(`${folder}/package.json`, '{ "private": true, "type": "module" }');
    await install([tarball], { PATH: path }); // npm takes binaries for the Node that runs it
    for (const [i, version] of NODES.entries()) {
      const { cohort, ...inNode } = await outputOf(`${bins[i]}/node`, ["consumer.mjs"]);
      assertEquals(inNode, inDeno, `Node ${version}`);
      assertEquals(
        cohort,
        `Cannot open a cohort: this requires Deno, but the runtime is Node ${version}`,
      );
    }
    const { whole, sleep, text } = await importRatios((code) =>
      run(`${bins[1]}/node`, ["--input-type=module", "--eval", code])
    );
    // deno-lint-ignore no-console -- the figure that docs/npm.md states
    console.log(`Node ${NODES[1]}: CPU of an import, of Polars and Plot: ${text}`);
    assert(whole < 2, `the whole library is ${text}`);
    assert(sleep < 1.5, `a namespace is ${text}`);
    await install([`bun@${BUN}`], { PATH: path });
    const { cohort, ...inBun } = await outputOf(`${folder}/node_modules/.bin/bun`, [
      "consumer.mjs",
    ]);
    assertEquals(inBun, inDeno, `Bun ${BUN}`);
    assertEquals(cohort, `Cannot open a cohort: this requires Deno, but the runtime is Bun ${BUN}`);
    await Deno.writeTextFile(`${folder}/tsconfig.json`, JSON.stringify(TSCONFIG));
    for (const compiler of COMPILERS) {
      await install([`typescript@${compiler}`, NODE_TYPES], { PATH: path });
      const tsc = new Deno.Command("node_modules/.bin/tsc", { cwd: folder });
      const found = new TextDecoder().decode((await tsc.output()).stdout).split("\n");
      // Plot's own declarations name types of d3 that it does not bring.
      const ours = found.filter((line) => !/^$|^ |^node_modules\/@observablehq\/plot\//.test(line));
      assertEquals(ours, [], `TypeScript ${compiler}`);
    }
    await checkNpxCommands(tarball, bins[1]!);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** An export of a phone: a heart rate and three nights. */
function phoneExport(): Uint8Array {
  const heart = Array.from({ length: 20 }, (_, minute) => {
    const start = stamp(Date.UTC(2024, 4, 1, 8, minute));
    const type = "HKQuantityTypeIdentifierHeartRate";
    return recordXml({ type, start, end: start, value: String(60 + minute), unit: "count/min" });
  });
  const nights = nightRecords("2024-05-01", 3).map(recordXml);
  const content = exportXml(...heart, ...nights);
  return zipOf([{ name: "apple_health_export/export.xml", content }]);
}
