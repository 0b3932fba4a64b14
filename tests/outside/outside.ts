/**
 * Simulates a new user: an empty clone, HOME and package cache, the README's commands and everyday
 * tasks word for word in a folder elsewhere, exports of vendors, and other programs that read our
 * files: `deno task test:outside`.
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import { pythonVenv } from "../helpers/pythonVenv.ts";
import { findProgram } from "../helpers/testWithProgram.ts";
import { EXAMPLE_FILES } from "../read/exampleFiles.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const README = await Deno.readTextFile(`${ROOT}README.md`);
const DENO = "npx -y deno@2.9.6";

/** Names that the everyday tasks and questions use without importing them. */
const IMPORTS =
  'import { demo, local, plot, range, read, series, sleep } from "@lifeframe/lifeframe";\n' +
  'const tz = "Europe/Berlin";\n';

/** The part of the README below a heading. */
function below(heading: string): string {
  const part = README.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  assert(part !== undefined, `the README has no part "${heading}"`);
  return part;
}

/** A block of code in a page, with its language. */
const BLOCK = /^```(\w+)[^\n]*\n(.*?)^```$/gms;

/** The code blocks of a language in a part of the README. */
function blocks(part: string, language: string): string[] {
  return [...part.matchAll(BLOCK)]
    .flatMap(([, name, code]) => name === language ? [code!] : []);
}

Deno.test(
  "a new user can start",
  { sanitizeOps: false, sanitizeResources: false },
  async (test) => {
    for (const program of ["git", "chromium", "python3", "Rscript"]) {
      assert(findProgram(program) !== undefined, `${program} is missing, which this tries`);
    }
    const top = await Deno.makeTempDir({ prefix: "lifeframe outside " }); // with a space in its name
    const home = `${top}/home`, clone = `${top}/lifeframe`, own = `${home}/my-days`;
    await Deno.mkdir(home);
    const env = {
      HOME: home,
      DENO_DIR: `${top}/deno`,
      PATH: Deno.env.get("PATH")!,
      NO_COLOR: "1",
      ...Object.fromEntries(
        ["npm_config_registry", "NPM_CONFIG_REGISTRY", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"]
          .flatMap((name) => Deno.env.get(name) === undefined ? [] : [[name, Deno.env.get(name)!]]),
      ),
    };
    /** Runs a line of a shell, and gives what it prints; it must end well. */
    const sh = async (line: string, cwd: string): Promise<string> => {
      const command = new Deno.Command("sh", { args: ["-c", line], cwd, env, clearEnv: true });
      const { code, stdout, stderr } = await command.output();
      const [out, problems] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      assertEquals(code, 0, `${line}\n${out}${problems}`);
      return out! + problems!;
    };
    /** Runs a script in the user's folder. */
    const script = async (name: string, code: string): Promise<string> => {
      await Deno.writeTextFile(`${own}/${name}.ts`, code);
      return await sh(`${DENO} run --no-prompt -A ${name}.ts`, own);
    };

    try {
      await test.step("the two commands run in a clone", async () => {
        await sh(`git clone --quiet --depth 1 "file://${ROOT}" "${clone}"`, top);
        const npmrc = `${Deno.env.get("HOME")}/.npmrc`;
        await Deno.copyFile(npmrc, `${home}/.npmrc`).catch(() => {}); // which registry this machine has
        const [get, enter, demo, suite] = blocks(below("Two commands"), "sh")[0]!.trim()
          .split("\n");
        assert(get!.startsWith("git clone --depth 1 https://") && enter === "cd lifeframe"); // done above
        assertStringIncludes(suite!, `${DENO} task test`); // which CI runs in a step of its own
        await sh(demo!, clone);
        assertStringIncludes(await Deno.readTextFile(`${clone}/report.html`), "</html>");
      });

      await test.step("a user's own folder works at once", async () => {
        const lines = blocks(below("In a folder of your own"), "sh")[0]!.trim().split("\n");
        const [make, enter, ...rest] = lines;
        assertEquals(enter, "cd ~/my-days");
        await sh(make!, clone);
        for (const line of rest) {
          if (line.includes("notebook lab")) continue; // it stays open
          const said = await sh(line, own);
          // Deno lists downloads, and npm warns about unknown settings of the machine.
          const noticed = said.replaceAll(/^(?:Download|Initialize|npm warn).*$/gm, "");
          assert(!/warn/i.test(noticed), noticed);
        }
        for (const name of ["nights.svg"]) {
          assert(
            await isThere(`${own}/${name}`),
            name,
          );
        }
      });

      await test.step("each step of docs/start.md works word for word", async () => {
        const page = await Deno.readTextFile(`${ROOT}docs/start.md`);
        let folder = top, before = 0;
        for (const { 0: block, 1: language, 2: code, index } of page.matchAll(BLOCK)) {
          const file = /Save this as `([\w.]+)`/.exec(page.slice(before, index))?.[1];
          before = index + block.length;
          if (language === "ts") await Deno.writeTextFile(`${folder}/${file}`, code!);
          if (language !== "sh") continue;
          for (const line of code!.trim().split("\n")) {
            if (line.startsWith("git clone")) continue; // done above
            const to = /^cd (\S+)$/.exec(line)?.[1];
            if (to === undefined) await sh(line, folder);
            else folder = `${folder}/${to}`;
          }
        }
        const made = { "nights.svg": "<svg", "sleep.svg": "<svg", "february.html": "February" };
        for (const [name, part] of Object.entries(made)) {
          assertStringIncludes(await Deno.readTextFile(`${folder}/${name}`), part);
        }
      });

      await test.step("each namespace can be imported, and types check", async () => {
        const config = JSON.parse(await Deno.readTextFile(`${own}/deno.json`));
        const names = Object.keys(config.imports);
        assert(names.length >= 8, names.join());
        const lines = names.map((name, i) =>
          `import * as part${i} from "${name}";\nconsole.log(Object.keys(part${i}).length > 0);`
        ); // of /types nothing is left at run time
        const said = await script("imports", `${lines.join("\n")}\n`);
        assertEquals(said.match(/^true$/gm)?.length, names.length - 1, said);
        await sh(`${DENO} check --quiet imports.ts first.ts`, own);
      });

      await test.step("the everyday tasks of the README are five lines or fewer, and run", async () => {
        const [, tasks] = blocks(below("Your data"), "ts");
        const everyday = tasks!.trim().split(/\n\n/);
        assertEquals(everyday.length, 3);
        await writeOwnFiles(own);
        const me = "const me = await demo({ days: 120 });\n";
        for (const [i, task] of everyday.entries()) {
          const lines = task.split("\n").filter((line) => !line.startsWith("//"));
          assert(lines.length <= 5, task);
          await script(
            `task${i}`,
            IMPORTS + (/\bme\./.test(task) || /\(me,/.test(task) ? me : "") + task,
          );
        }
        for (const name of ["weeks.svg"]) {
          assertStringIncludes(await Deno.readTextFile(`${own}/${name}`), "<svg");
        }
      });

      await test.step("the twelve questions of the README are answered", async () => {
        const part = below("Twelve questions");
        const [preamble] = blocks(part, "ts");
        const calls = part.split("\n").filter((line) => /^\| .*\?/.test(line))
          .flatMap((row) =>
            [...row.split("|")[2]!.matchAll(/`([^`]+)`/g)].map(([, call]) => call!)
          );
        assert(calls.length >= 12, calls.join());
        const code = calls.map((call) => `console.log("answer", String(${call}).length > 20);`);
        const said = await script("questions", `${preamble}\n${code.join("\n")}\n`);
        assertEquals(said.match(/^answer true$/gm)?.length, calls.length, said);
      });

      await test.step("files of each vendor are read, cached, and stored once", async () => {
        await Deno.mkdir(`${own}/exports`);
        const examples = Object.values(EXAMPLE_FILES), names = examples.map(({ name }) => name);
        for (const file of examples) {
          await Deno.writeFile(`${own}/exports/${file.name}`, await file.bytes());
        }
        const said = await script(
          "makers",
          `${IMPORTS}
const me = await local({ data: "./health", tz });
for (const name of ${JSON.stringify(names)}) {
  const content = await read.any("exports/" + name, { tz });
  const total = async () => (await me.api.changes.available({ start_time: "2000-01-01T00:00Z", end_time: "2030-01-01T00:00Z" })).reduce((sum, { count }) => sum + Number(count), 0);
  const none = await total();
  await me.ingest(content);
  const once = await total();
  await me.ingest(content);
  console.log(name, once > none, await total() === once);
}
await me.exportTo("./export");
await me.close();
`,
        );
        for (const name of names) {
          assert(said.includes(`${name} true true`), `${name}: ${said}`);
        }
        assert(await isThere(`${own}/export/manifest.json`));
      });

      await test.step("pandas, DuckDB and R read our files", async () => {
        const guide = await Deno.readTextFile(`${ROOT}docs/exchange.md`);
        const [example] = blocks(guide, "ts");
        await script(
          "exchange",
          example!.replace("await Deno.makeTempDir()", `"."`).replace(/.*std\/assert.*\n/, "")
            .replace(/^assertEquals.*$/m, "await me.exportTo('./all');"),
        );
        await using venv = await pythonVenv([
          "pandas==2.3.3",
          "pyarrow==21.0.0",
          "duckdb==1.4.1",
          "pytz==2025.2",
        ]);
        const python = blocks(guide, "python")[0]!.replace("export/records", "all/records") + `
assert len(heart) == 672 and str(heart.time.dtype) == "datetime64[us, Europe/Berlin]", heart.dtypes
assert heart.equals(pd.read_parquet("heart.parquet")) and len(records) > 500
import duckdb
days = duckdb.sql("""${blocks(guide, "sql")[0]}""").df()
assert len(days) == 7, days
heart.to_feather("from-pandas.arrow", compression="uncompressed")
print("python is content")
`;
        await Deno.writeTextFile(`${own}/exchange.py`, python);
        assertStringIncludes(
          await sh(`"${venv.bin}/python" exchange.py`, own),
          "python is content",
        );
        const said = await script(
          "back",
          `${IMPORTS}${blocks(guide, "ts").at(-1)}
console.log(series.resample(frame, { every: "1d", tz: "Europe/Berlin" }).height);`,
        );
        assertStringIncludes(said, "7");
        const r = `${blocks(guide, "r")[0]}
stopifnot(nrow(heart) == 672, format(heart$time[1], "%H:%M %Z") == "00:00 CET", !anyNA(heart$time))`;
        await Deno.writeTextFile(`${own}/exchange.R`, r);
        await sh("Rscript exchange.R", own);
      });
    } finally {
      await Deno.remove(top, { recursive: true });
    }
  },
);

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/** The files that the everyday tasks name. */
async function writeOwnFiles(folder: string): Promise<void> {
  const hours = Array.from(
    { length: 14 * 24 },
    (_, hour) => new Date(Date.UTC(2024, 4, 5, 22 + hour)),
  );
  const local = (time: Date): string =>
    time.toLocaleString("de-DE", {
      timeZone: "Europe/Berlin",
      dateStyle: "medium",
      timeStyle: "short",
    })
      .replace(",", "");
  const heart = hours.map((time, i) => `${local(time)};${60 + i % 24},5`);
  await Deno.writeTextFile(`${folder}/hr.csv`, `time;bpm\n${heart.join("\n")}\n`);
  const days = Array.from({ length: 90 }, (_, day) => new Date(Date.UTC(2024, 11, 20 + day)));
  const notes = days.map((day, i) => `${day.toISOString().slice(0, 10)},${(i * 7) % 5},${i % 3}`);
  await Deno.writeTextFile(`${folder}/notes.csv`, `date,mood,wine\n${notes.join("\n")}\n`);
  await Deno.writeFile(`${folder}/takeout.zip`, await EXAMPLE_FILES["fitbit"]!.bytes());
}
