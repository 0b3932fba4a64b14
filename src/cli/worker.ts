// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { decodePlan } from "../cohort/worker/plan.ts";
import { runRows } from "../cohort/worker/rows.ts";
import { runSlices } from "../cohort/worker/slices.ts";

/**
 * Runs the toolkit's verbs over the rows of person after person: `worker.ts slices PLAN` for a folder
 * on this machine, `worker.ts rows PLAN` for rows as text, which Spark gives and takes. It needs neither network nor environment nor a file besides its own code.
 *
 * @module
 */

/** Writes all of some bytes to standard output. */
function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

if (import.meta.main) {
  const [form, word = ""] = Deno.args;
  const run = form === "slices" ? runSlices : form === "rows" ? runRows : undefined;
  if (run === undefined) {
    console.error(`Cannot run the worker: ${JSON.stringify(form)} is neither slices nor rows`);
    Deno.exit(2);
  }
  await run(decodePlan(word), Deno.stdin.readable, write);
}
