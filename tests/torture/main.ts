/**
 * Tries hard to break every promise, and measures: `deno task dev torture` (at most 40 minutes).
 * `--short` takes a few minutes, as in CI. `--update` writes docs/promises.md. Names of parts run
 * only these parts.
 * @module
 */
import { runCuts } from "./cuts.ts";
import { runFaults } from "./faults.ts";
import { runFuzz } from "./fuzz.ts";
import { runKills } from "./kill.ts";
import { runWithoutLimits } from "./limits.ts";
import { runLoad } from "./load.ts";
import { runMutants } from "./mutants.ts";
import { promisesPage } from "./promisesPage.ts";
import { STRUCTURE_READER } from "./structures.ts";

/** Result of a part. */
export interface Outcome {
  /** Description of the test and its result, with numbers. */
  readonly measured: string;
  /** `true` if the promise holds. */
  readonly holds: boolean;
}

/** Promise, and its test. */
export interface Part {
  readonly promise: string;
  /** Runs the test; with `short`, in a few seconds. */
  readonly run: (short: boolean) => Promise<Outcome>;
}

const count = (number: number): string => number.toLocaleString("en");
const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);

const PARTS: Readonly<Record<string, Part>> = {
  cuts: {
    promise: "A body cut short is an error, never a smaller frame, where a digest proves it",
    async run(short) {
      const { cuts, errors, shorter } = await runCuts({ proof: "digest", every: short ? 53 : 1 });
      const measured = `${count(cuts)} cuts: ${count(errors)} errors, ${
        sum(shorter)
      } smaller frames`;
      return { measured, holds: errors === cuts };
    },
  },
  unproved: {
    promise:
      "Without any proof only lines (ndjson, csv, quotecsv) can be cut unseen; of these is warned",
    async run(short) {
      const { cuts, shorter } = await runCuts({ proof: "none", every: short ? 53 : 1 });
      const lines = new Set(["csv", "ndjson", "quotecsv"]);
      const forms = Object.keys(shorter);
      const measured = `${count(cuts)} cuts: ${count(sum(shorter))} smaller frames, all of ${
        forms.sort().join(", ")
      }`;
      return { measured, holds: forms.every((form) => lines.has(form)) };
    },
  },
  mutants: {
    promise: "No foreign byte ends the process, holds it, or changes the number of rows",
    async run(short) {
      const { mutants, seeds, aborts, hangs, otherRows, frames } = await runMutants({
        mutants: short ? 1500 : 20_000,
      });
      const measured = `${count(mutants)} mutants of ${seeds} bodies: ${aborts.length} aborts, ` +
        `${hangs.length} hangs, ${otherRows.length} frames of other rows; ${
          count(frames)
        } harmless`;
      return { measured, holds: aborts.length + hangs.length + otherRows.length === 0 };
    },
  },
  structures: {
    promise: "No added, repeated, dropped, moved, widened or nested part of a body does either",
    async run(short) {
      const { mutants, seeds, aborts, hangs, otherRows, frames, slowest } = await runMutants({
        mutants: short ? 210 : 20_000,
        reader: STRUCTURE_READER,
      });
      const measured = `${count(mutants)} mutants of ${seeds} forms: ${aborts.length} aborts, ` +
        `${hangs.length} hangs, ${otherRows.length} other results or errors; ${
          count(frames)
        } read, the slowest in ${slowest} ms`;
      for (const one of [...aborts, ...hangs, ...otherRows]) {
        // deno-lint-ignore no-console -- prints what has to be fixed
        console.error(one);
      }
      return { measured, holds: aborts.length + hangs.length + otherRows.length === 0 };
    },
  },
  limits: {
    promise: "Every limit is what refuses its excess: without it, the limit's own test fails",
    async run(short) {
      const { removed, passed, other, harm, same } = await runWithoutLimits(
        short ? ["arrowDictionaries", "connectionsPerAddress", "schemaRequestSteps"] : undefined,
      );
      const measured = `${removed} limits removed: ${passed} times the excess was accepted, ` +
        `${other} times refused with another error, ${harm} times it took a process's time or ` +
        `memory; ${same.length} refused as with the limit`;
      return { measured, holds: same.length === 0 };
    },
  },
  faults: testsOf("A fault of the network is tried again within 30 s, and told as what it was", [
    "tests/client/faults.slow.ts",
    "tests/client/http/send_test.ts",
    "tests/client/request/recordIds_test.ts",
  ]),
  kill: {
    promise: "What was acknowledged survives kill -9, and nothing is there by half",
    async run(short) {
      const figures = await runKills({ rounds: short ? 3 : 50 });
      const { rounds, records, deletions, files, cut, migrations, lost, half } = figures;
      const measured =
        `${rounds} rounds: ${count(records)} records, ${count(deletions)} deletions, ` +
        `${files} files, ${migrations} migrations; ${cut} requests cut; ${lost.length} lost, ${half.length} half`;
      return { measured, holds: lost.length + half.length === 0 };
    },
  },
  diskFaults: {
    promise:
      "Where a write, sync, rename or open of our own files fails, or the process is ended " +
      "there, the whole effect or none is left, with a clear error",
    async run(short) {
      const { runs, errors, kills, done, wrong } = await runFaults(
        short ? { which: "few", jobs: ["ingest", "restore"] } : { which: "some" },
      );
      const measured =
        `${runs} processes with a fault (EIO, ENOSPC, EDQUOT, kill -9, at open also EACCES, EMFILE, EROFS): ${errors} errors, ` +
        `${kills} ended, ${done} succeeded all the same; ${wrong.length} wrong`;
      for (const one of wrong) {
        // deno-lint-ignore no-console -- what is to be mended
        console.error(one);
      }
      return { measured, holds: wrong.length === 0 };
    },
  },
  load: {
    promise: "Two hundred clients at once: no 5xx, nothing lost, nothing mixed up, memory flat",
    async run(short) {
      const { requests, failed, lost, mixed, p50, p99, growth } = await runLoad({
        seconds: short ? 10 : 40,
      });
      const measured =
        `${count(requests)} requests: ${failed} with 5xx, ${lost} lost, ${mixed} mixed; ` +
        `half within ${p50} ms, 99 % within ${p99} ms; memory ${
          growth.toFixed(2)
        } times that at half time`;
      return { measured, holds: failed + lost + mixed === 0 && (short || growth < 1.5) };
    },
  },
  stalls: testsOf(
    "No request, however shaped, holds others up for long, or takes memory beyond its bounds",
    ["tests/load/largeRead.ts", "tests/load/ingest.ts"],
    ["tests/load/largeRead.ts"], // the other file takes minutes
  ),
  isolation: testsOf("Another user's data needs a share, on every path of every operation", [
    "tests/contract/isolation.slow.ts",
    "tests/contract/sharing.slow.ts",
    "tests/contract/sharedWindow.slow.ts",
    "tests/contract/proxy.slow.ts",
  ]),
  secrets: testsOf("No token in messages, logs, inspection or at rest", [
    "tests/client/secrets_test.ts",
    "tests/client/errors/redact_test.ts",
    "tests/app/markup.slow.ts",
    "tests/browser/inert.slow.ts",
  ]),
  store: testsOf(
    "A full disk, a read-only one, an older database, a second process: said, and nothing lost",
    [
      "tests/store/full.slow.ts",
      "tests/store/versions_test.ts",
      "tests/store/sqlite/backup.slow.ts",
    ],
  ),
  fuzz: {
    promise: "No request of any operation is a 5xx or an answer that /openapi.json does not have",
    async run(short) {
      const { requests, byStatus, succeeded, undocumented, failed5xx, slowest } = await runFuzz({
        cases: short ? 1500 : 20_000,
        seed: 20_261_122,
      });
      const statuses = Object.entries(byStatus).map(([status, n]) => `${status}: ${count(n)}`);
      const measured =
        `${
          count(requests)
        } requests: ${undocumented.length} undocumented, ${failed5xx.length} with 5xx; ` +
        `${succeeded.size} operations succeeded; ${statuses.join(", ")}; slowest ${
          count(slowest)
        } ms`;
      for (const fault of [...undocumented, ...failed5xx].slice(0, 20)) {
        // deno-lint-ignore no-console -- what is to be mended
        console.error(fault);
      }
      return { measured, holds: undocumented.length + failed5xx.length === 0 };
    },
  },
  contract: testsOf("No query and no body is a 5xx, and each answer is as /openapi.json says", [
    "tests/service/fuzz.slow.ts",
    "tests/service/fuzzBodies.slow.ts",
    "tests/contract/openapi.slow.ts",
  ]),
};

/** Returns a part that consists of tests, and reports how many passed. */
function testsOf(promise: string, files: readonly string[], inShort = files): Part {
  return {
    promise,
    async run(short) {
      const args = ["test", "--no-prompt", "--no-check", "-A", ...(short ? inShort : files)];
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args,
        cwd: new URL("../../", import.meta.url),
        env: { NO_COLOR: "1" },
      }).output();
      const text = new TextDecoder().decode(stdout);
      const [, passed, failed] = /(\d+) passed.*?\| (\d+) failed/.exec(text) ?? [];
      if (!success) {
        await Deno.stderr.write(stdout);
        await Deno.stderr.write(stderr);
      }
      return { measured: `${passed ?? 0} tests: ${failed ?? "all"} failed`, holds: success };
    },
  };
}

if (import.meta.main) {
  const flags = Deno.args.filter((arg) => arg.startsWith("--"));
  const names = Deno.args.filter((arg) => !arg.startsWith("--"));
  const unknown = [
    ...flags.filter((flag) => !["--short", "--update"].includes(flag)),
    ...names.filter((name) => !Object.hasOwn(PARTS, name)),
  ];
  if (unknown.length > 0) {
    const parts = Object.keys(PARTS).join(", ");
    throw new TypeError(`Cannot try ${unknown.join(", ")}: there are --short, --update, ${parts}`);
  }
  const outcomes: Record<string, Outcome & { seconds: number }> = {};
  for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
    const began = performance.now();
    const outcome = await PARTS[name]!.run(flags.includes("--short"));
    const seconds = Math.round((performance.now() - began) / 1000);
    outcomes[name] = { ...outcome, seconds };
    // deno-lint-ignore no-console -- the figures are what it is for
    console.log(
      `${outcome.holds ? "holds" : "FAILS"}  ${name} (${seconds} s): ${outcome.measured}`,
    );
  }
  if (flags.includes("--update")) await promisesPage(PARTS, outcomes);
  const failed = Object.values(outcomes).filter(({ holds }) => !holds).length;
  // deno-lint-ignore no-console
  console.log(`${Object.keys(outcomes).length - failed} passed, ${failed} failed`);
  if (failed > 0) Deno.exitCode = 1;
}
