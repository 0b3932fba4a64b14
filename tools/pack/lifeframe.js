#!/usr/bin/env node
// Starts a command of this package, such as `npx lifeframe report`, in Deno, which limits what the
// command may read, write and reach. It takes an installed Deno, or the one that npm fetches.
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";

const DENO = "2.9.6";

const PROGRAM = fileURLToPath(new URL("bundles/src-cli-lifeframe.js", import.meta.url));

/** Flags of the program that starts the commands, each with its own permissions. */
const FLAGS = [
  ...["--quiet", "--no-prompt", "--allow-run", "--allow-read", "--allow-env"],
  "--allow-sys=uid,gid",
];

/** Returns the path of Deno: the one on PATH if it is new enough, otherwise the one in npm's cache. */
function findDeno() {
  const print = "console.log(JSON.stringify([Deno.version.deno, Deno.execPath()]))";
  const installed = spawnSync("deno", ["eval", print], { encoding: "utf8" });
  if (installed.status === 0) {
    const [version, path] = JSON.parse(installed.stdout);
    if (isNewEnough(version)) return path;
  }
  const asked = ["exec", "--yes", `--package=deno@${DENO}`, "--", "deno", "eval", print];
  const fetched = runNpm(asked);
  if (fetched.status !== 0) {
    throw new Error(
      `Cannot start lifeframe: npm cannot fetch Deno ${DENO}. Install Deno ${DENO} or later (https://deno.com), ` +
        `or see what \`npx -y deno@${DENO} --version\` prints.`,
    );
  }
  return JSON.parse(fetched.stdout.trim().split("\n").at(-1))[1];
}

function isNewEnough(version) {
  const found = version.split(/[.+-]/).map(Number), least = DENO.split(".").map(Number);
  const at = least.findIndex((number, i) => found[i] !== number);
  return at < 0 || found[at] > least[at];
}

function runNpm(args) {
  const env = { ...process.env };
  // What the user gave to the npx that started this program is not meant for another program.
  for (const name of Object.keys(env)) {
    if (/^npm_config_(?:call|package|workspaces?)$/i.test(name)) delete env[name];
  }
  const options = { encoding: "utf8", env, stdio: ["ignore", "pipe", "inherit"] };
  const npm = process.env.npm_execpath?.replace(/npx-cli\.js$/, "npm-cli.js");
  return npm?.endsWith("npm-cli.js")
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, options);
}

/** Runs the program with this process's terminal, and ends as it ends. */
function start(deno) {
  const child = spawn(deno, ["run", ...FLAGS, PROGRAM, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches every process of the group anyway.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", (error) => {
    process.stderr.write(`Cannot start lifeframe: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

/** Throws if npm left out the native packages because this Node is too old for the package. */
function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return;
  throw new Error(`lifeframe needs Node 22.13 or later, but this is ${process.versions.node}`);
}

try {
  checkNode();
  start(findDeno());
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
