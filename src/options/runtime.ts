import process from "node:process";

/** What a notebook's kernel lets a program show. */
export interface NotebookKernel {
  /** Shows a value as a cell's output. */
  display(value: unknown): Promise<void>;
  /** Sends a message of the Jupyter protocol to the notebook's front end. */
  broadcast(type: string, content: Record<string, unknown>): Promise<void>;
  /** Returns the forms in which a cell shows a value, by their MIME types. */
  format(value: unknown): Promise<Record<string, string>>;
}

/** The notebook's kernel, where this runs in one: elsewhere Deno throws, and Node has none. */
export function notebookKernel(): NotebookKernel | undefined {
  try {
    return (globalThis as { Deno?: { jupyter: NotebookKernel } }).Deno?.jupyter;
  } catch {
    return undefined;
  }
}

/** What runs this program, with its version: `Deno 2.9.6`, `Node 26.10.0`. */
export function runtimeName(): string {
  const { deno, bun, node } = process.versions;
  if (deno !== undefined) return `Deno ${deno}`;
  return bun !== undefined ? `Bun ${bun}` : `Node ${node}`;
}

/** Whether an error of the file system has a code, such as `ENOENT`: there is no such file. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/**
 * Says that this is not Deno, where only Deno can do what is asked.
 *
 * @throws {Error} unless this runs in Deno
 */
export function requireDeno(action: string): void {
  if (process.versions.deno !== undefined) return;
  throw new Error(`Cannot ${action}: it needs Deno, and this is ${runtimeName()}`);
}
