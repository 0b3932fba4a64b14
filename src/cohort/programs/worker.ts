// deno-lint-ignore-file no-console -- a command speaks on the terminal
import { readMessagesSync } from "../worker/messages.ts";
import { decodePlan } from "../worker/plan.ts";
import { runRows } from "../worker/rows.ts";
import { runSlices } from "../worker/slices.ts";

/**
 * Runs the toolkit's verbs over the rows of one person after another: `worker.ts slices PLAN` for a
 * folder on this machine, `worker.ts rows PLAN [SECONDS]` for rows as text, which Spark writes and
 * reads. It needs no network, no environment, and no files except its own code.
 *
 * After a task has failed, Spark no longer reads the worker's rows and does not stop the worker,
 * which would wait forever. So a worker exits if nobody reads its rows for SECONDS (300).
 *
 * @module
 */

/** Writes all of some bytes to standard output, however long that takes. */
function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

/** Writes all of some bytes; ends the process if nobody reads them. */
async function writeWithin(bytes: Uint8Array, seconds: number): Promise<void> {
  const late = setTimeout(() => {
    console.error(`Cannot write rows: nobody has taken them for ${seconds} s`);
    Deno.exit(1);
  }, seconds * 1000);
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
  clearTimeout(late);
}

if (import.meta.main) {
  // The stop button of a notebook interrupts the whole process group: only the parent ends a worker.
  Deno.addSignalListener("SIGINT", () => {});
  const [form, word = "", seconds = "300"] = Deno.args;
  if (form === "slices") {
    await runSlices(decodePlan(word), readMessagesSync((into) => Deno.stdin.readSync(into)), write);
  } else if (form === "rows") {
    await runRows(
      decodePlan(word),
      Deno.stdin.readable,
      (bytes) => writeWithin(bytes, Number(seconds)),
    );
  } else {
    console.error(`Cannot run the worker: ${JSON.stringify(form)} is neither slices nor rows`);
    Deno.exit(2);
  }
}
