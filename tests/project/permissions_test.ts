import { assert, assertEquals, assertThrows } from "@std/assert";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMANDS } from "../../src/cli/commands.ts";
import { allow } from "../../src/cli/args/permissions.ts";
import { DEV_COMMANDS } from "../../tools/dev/commands.ts";
import { tasks } from "./tasks.ts";
import { withEnv } from "../cli/console.ts";

const NODE_MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
const POLARS = [`--allow-ffi=${NODE_MODULES}`, "--allow-sys=cpus,networkInterfaces,hostname"];
const SETTINGS = "/kim/.config/lifeframe", DATA = "/kim/.local/share/lifeframe";
/** Variables that name a proxy, to name it in an error. */
const PROXIES =
  "HTTP_PROXY,HTTPS_PROXY,ALL_PROXY,NO_PROXY,http_proxy,https_proxy,all_proxy,no_proxy";
const CACHE = "/kim/.cache/lifeframe", TMP = tmpdir();

/** Permissions of each user command for a user whose home is /kim. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  demo: [...POLARS, "--allow-read=.", "--allow-net=127.0.0.1", "--allow-write=report.html"],
  report: [
    POLARS[0]!,
    `${POLARS[1]},uid,gid`,
    "--allow-run=/no-browser-is-installed",
    `--allow-read=.,${SETTINGS},${CACHE},${TMP},/no-browser-is-installed`,
    `--allow-write=.,${SETTINGS},${CACHE},${TMP}`,
    "--allow-net",
    "--allow-env=HOME,XDG_CONFIG_HOME,APPDATA,XDG_CACHE_HOME,LOCALAPPDATA,LANG,PATH,SystemRoot,TEMP,TMP,TMPDIR,USERPROFILE,LIFEFRAME_BROWSER,NODE_V8_COVERAGE," +
    PROXIES,
  ],
  serve: [
    ...POLARS,
    `--allow-read=.,${TMP},${DATA}`,
    `--allow-write=.,${TMP},${DATA}`,
    "--allow-net=127.0.0.1,localhost,[::1],0.0.0.0,[::]",
    "--allow-env=HOME,XDG_DATA_HOME,LOCALAPPDATA,LIFEFRAME_STORAGE_SECRET,LIFEFRAME_OPERATOR_TOKEN",
  ],
  store: [
    `--allow-read=.,${TMP},${DATA}`,
    `--allow-write=.,${TMP},${DATA}`,
    "--allow-env=HOME,XDG_DATA_HOME,LOCALAPPDATA",
  ],
  import: [
    ...POLARS,
    `--allow-read=${PROJECT},${DATA}`,
    `--allow-write=${DATA}`,
    "--allow-env=HOME,XDG_DATA_HOME,LOCALAPPDATA",
  ],
  digest: [
    ...POLARS,
    `--allow-read=${PROJECT},${CACHE}`,
    `--allow-write=${CACHE}`,
    "--allow-env=HOME,XDG_CACHE_HOME,LOCALAPPDATA",
  ],
  note: [
    ...POLARS,
    `--allow-read=${PROJECT},${DATA}`,
    `--allow-write=${DATA}`,
    "--allow-env=HOME,XDG_DATA_HOME,LOCALAPPDATA",
  ],
  mcp: [
    ...POLARS,
    `--allow-read=${PROJECT},${DATA},${CACHE}`,
    `--allow-write=${DATA},${CACHE}`,
    "--allow-env=HOME,XDG_DATA_HOME,LOCALAPPDATA,XDG_CACHE_HOME",
  ],
  login: [
    `--allow-read=.,${SETTINGS}`,
    `--allow-write=.,${SETTINGS}`,
    "--allow-net",
    `--allow-env=HOME,XDG_CONFIG_HOME,APPDATA,${PROXIES}`,
  ],
  token: [
    `--allow-read=.,${SETTINGS}`,
    `--allow-write=.,${SETTINGS}`,
    "--allow-net",
    `--allow-env=HOME,XDG_CONFIG_HOME,APPDATA,${PROXIES}`,
  ],
  notebook: [
    `--allow-run=${Deno.execPath()}`,
    "--allow-net=127.0.0.1",
    `--allow-read=.,${TMP}`,
    `--allow-write=.,${TMP}`,
  ],
  reproduce: [
    ...POLARS,
    `--allow-run=${Deno.execPath()}`,
    "--allow-net=127.0.0.1",
    `--allow-read=${PROJECT},${TMP},${resolve(".")}`,
    `--allow-write=${TMP},${resolve(".")}`,
    "--allow-env=HOME,XDG_CACHE_HOME,LOCALAPPDATA",
  ],
  new: ["--allow-read", "--allow-write", "--allow-env=HOME,XDG_CACHE_HOME,LOCALAPPDATA"],
};

Deno.test("each command of a user has exactly the permissions of its row", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  const nobody = {
    XDG_CONFIG_HOME: undefined,
    XDG_CACHE_HOME: undefined,
    XDG_DATA_HOME: undefined,
    LIFEFRAME_BROWSER: undefined,
  };
  const found = await withEnv({ ...nobody, HOME: "/kim", PATH: "/nowhere" }, async () => {
    const rows = Object.entries(COMMANDS).map(async ([name, { permissions }]) =>
      [name, await permissions([])] as const
    );
    return Object.fromEntries(await Promise.all(rows));
  });
  assertEquals(found, MAY);
});

Deno.test("a path with a comma, which Deno would split, is rejected by name", () => {
  assertThrows(() => allow("read", [".", "/a,b"]), RangeError, "Cannot give access to /a,b");
});

/** Permissions without a bound, by command and flag, and why the command cannot work with less. */
const UNBOUNDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  login: { "--allow-net": "the service that --base-url names may be anywhere" },
  token: { "--allow-net": "the service that --base-url names may be anywhere" },
  report: { "--allow-net": "the service that --base-url names may be anywhere" },
  new: {
    "--allow-read": "FOLDER may be anywhere",
    "--allow-write": "FOLDER may be anywhere",
  },
  pack: {
    "--allow-read": "FOLDER may be anywhere",
    "--allow-write": "FOLDER may be anywhere",
  },
  "contact-sheets": {
    "--allow-read": "FOLDER may be anywhere",
    "--allow-write": "FOLDER may be anywhere",
  },
  walks: { "-A": "it starts programs of its own and reads the profiles that they leave" },
  bench: { "-A": "it starts each bench, which starts what it measures" },
  torture: { "-A": "memory is read from /proc, which Deno opens only with all permissions" },
  machines: { "-A": "it clones the project into folders elsewhere, and starts npx there" },
  growth: { "-A": "it reads /proc, and may start a Spark, wherever that is installed" },
  "test:all": { "-A": "it includes test:long" },
  "test:load": { "-A": "memory is read from /proc, which Deno opens only with all permissions" },
  "test:long": { "-A": "Playwright starts a browser only with all permissions" },
  "test:mutants": {
    "--allow-read": "it makes a symbolic link to node_modules, which Deno does only with all of it",
    "--allow-write": "the same",
  },
  "test:outside": {
    "-A": "it clones the project and starts what the README says, in a folder elsewhere",
  },
  "test:repeats": {
    "-A": "a page of the notebook is opened in a browser, wherever that is installed",
  },
  "test:conformance": { "-A": "it starts Python, and asks a service at any address" },
  "test:schemathesis": { "--allow-run": "it starts a program that it installs first" },
  "test:spark": { "-A": "it reads /proc, and starts programs of a Spark that it installs first" },
  "test:std": { "--allow-read": "FOLDER may be anywhere" },
};

/** Permissions of the two launchers, which start every command with its own permissions. */
const LAUNCHERS: Readonly<Record<string, readonly string[]>> = {
  "src/cli/lifeframe.ts": ["--allow-run", "--allow-read", "--allow-env", "--allow-sys=uid,gid"],
  "tools/dev.ts": ["--allow-run", "--allow-read", "--allow-env"],
};

/** Flags of Deno that allow all of something. */
const WITHOUT_BOUND = /^(?:-A|--allow-all|--allow-(?:read|write|net|run|ffi|sys|import)|-[RWNS])$/;

function unboundedFlags(flags: Iterable<string>): string[] {
  return [...new Set(flags)].filter((flag) => WITHOUT_BOUND.test(flag)).sort();
}

/** Flags of every command, of users and of contributors. */
async function flagsOfAll(): Promise<Map<string, readonly string[]>> {
  const all = new Map<string, readonly string[]>();
  for (const [name, { permissions }] of Object.entries(COMMANDS)) {
    all.set(name, await permissions([]));
  }
  for (const [name, { steps }] of Object.entries(DEV_COMMANDS)) {
    all.set(name, steps([]).flatMap(({ args }) => args));
  }
  return all;
}

Deno.test("no command has unlimited permissions without a reason", async () => {
  const found = Array.from(
    await flagsOfAll(),
    ([name, flags]) => [name, unboundedFlags(flags)] as const,
  )
    .filter(([, flags]) => flags.length > 0);
  assertEquals(
    Object.fromEntries(found),
    Object.fromEntries(
      Object.entries(UNBOUNDED).map(([name, flags]) => [name, Object.keys(flags).sort()]),
    ),
  );
});

Deno.test("every task is a launcher with its permissions and the name of a command", () => {
  for (const [name, command] of Object.entries(tasks)) {
    const words = command.split(" ");
    const at = words.findIndex((word) => word.endsWith(".ts"));
    assertEquals(words.slice(0, 4), ["deno", "run", "--quiet", "--no-prompt"], name);
    assertEquals(words.slice(4, at), LAUNCHERS[words[at]!], name);
    const named = words.slice(at + 1);
    if (name === "lifeframe" || name === "dev") assertEquals(named, []);
    else {
      assertEquals(named, [name]);
      const table = words[at] === "tools/dev.ts" ? DEV_COMMANDS : COMMANDS;
      assert(Object.hasOwn(table, name), name);
    }
  }
});

Deno.test("no program of a contributor's command asks for permissions at run time", () => {
  for (const [name, { steps }] of Object.entries(DEV_COMMANDS)) {
    for (const { args } of steps([])) {
      if (args[0] !== "run" && args[0] !== "test" && !args[0]!.startsWith("-")) continue;
      assert(args.includes("--no-prompt"), `${name}: ${args.join(" ")}`);
    }
  }
});

Deno.test("unlimited permissions are found in every notation", () => {
  const forms = "-A --allow-all --allow-read --allow-net --allow-run -R -W".split(" ");
  assertEquals(unboundedFlags(["run", ...forms, "a.ts"]), forms.sort());
  assertEquals(unboundedFlags(["--allow-read=.", "--allow-run=deno", "--allow-env"]), []);
});
