// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { decodePlan } from "../cohort/worker/plan.ts";
import { runSlices } from "../cohort/worker/slices.ts";

/**
 * Runs the toolkit's verbs over the rows of person after person: `worker.ts slices PLAN` for a folder
 * on this machine. It needs neither network nor environment nor a file besides its own code.
 *
 * @module
 */

/** Writes all of some bytes to standard output. */
function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

if (import.meta.main) {
  const [form, word = ""] = Deno.args;
  if (form !== "slices") {
    console.error(`Cannot run the worker: ${JSON.stringify(form)} is not slices`);
    Deno.exit(2);
  }
  await runSlices(decodePlan(word), Deno.stdin.readable, write);
}
