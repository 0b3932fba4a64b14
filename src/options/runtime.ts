import process from "node:process";

/** Functions of a notebook's kernel for output. */
export interface NotebookKernel {
  /** Displays a value as output of the cell. */
  display(value: unknown): Promise<void>;
  /** Sends a message of the Jupyter protocol to the notebook's front end. */
  broadcast(
    type: string,
    content: Record<string, unknown>,
    extra?: { metadata: Record<string, unknown> },
  ): Promise<void>;
  /** Returns the display formats of a value by MIME type. */
  format(value: unknown): Promise<Record<string, string>>;
}

/**
 * Returns the notebook's kernel, or `undefined` outside one: Deno throws there, and Node has none.
 */
export function notebookKernel(): NotebookKernel | undefined {
  try {
    return (globalThis as { Deno?: { jupyter: NotebookKernel } }).Deno?.jupyter;
  } catch {
    return undefined;
  }
}

/** Returns the name and version of the runtime: `Deno 2.9.6`, `Node 26.10.0`. */
export function runtimeName(): string {
  const { deno, bun, node } = process.versions;
  if (deno !== undefined) return `Deno ${deno}`;
  return bun !== undefined ? `Bun ${bun}` : `Node ${node}`;
}

/** Returns whether an error of the file system has a code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/**
 * Throws if a feature needs Deno and this is another runtime.
 *
 * @throws {Error} unless this runs in Deno
 */
export function requireDeno(action: string): void {
  if (process.versions.deno !== undefined) return;
  throw new Error(`Cannot ${action}: this requires Deno, but the runtime is ${runtimeName()}`);
}
