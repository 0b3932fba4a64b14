import { workerFlags, workerPath } from "../local/workerProcess.ts";
import type { WorkerPlan } from "../worker/plan.ts";

/** Returns the worker's command line for a shell, if executors see this machine's files. */
export function workerCommand(plan: Pick<WorkerPlan, "steps">): string {
  return [Deno.execPath(), ...workerFlags(plan), workerPath()].map(quoteShell).join(" ");
}

function quoteShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
