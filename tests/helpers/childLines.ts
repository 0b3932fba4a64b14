import { within } from "./within.ts";

/** Output of a process. */
export interface ChildLines {
  /** Expected lines of its standard output. */
  readonly lines: string[];
  /** Its standard error, after it has exited. */
  readonly errors: Promise<string>;
}

/**
 * Returns the first lines that a process prints. If they do not arrive in time, or it exits before,
 * the process is killed, and an error contains its standard output and standard error.
 *
 * @param child Process with both outputs piped.
 */
export async function childLines(
  child: Deno.ChildProcess,
  count: number,
  { seconds = 120 } = {},
): Promise<ChildLines> {
  let said = "", text = "";
  const errors = (async () => {
    for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) said += part;
    return said;
  })();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    while (text.split("\n").length <= count) {
      const { value, done } = await reader.read();
      if (done) throw new Error("it ended");
      text += value;
    }
  })();
  try {
    await within(seconds, `${count} lines`, reading);
  } catch (cause) {
    await endChild(child, "SIGKILL");
    await Promise.allSettled([reading, errors]);
    const { message } = cause as Error;
    throw new Error(
      `Cannot use the process: ${message}; it printed ${JSON.stringify(text)}: ${said}`,
    );
  }
  await reader.cancel();
  return { lines: text.split("\n").slice(0, count), errors };
}

/** Asks a process to exit. If it does not exit in time, kills it and throws. */
export async function endChild(
  child: Deno.ChildProcess,
  signal: Deno.Signal = "SIGTERM",
): Promise<Deno.CommandStatus> {
  try {
    child.kill(signal);
  } catch {
    // it has already exited
  }
  try {
    return await within(60, `the process to end by ${signal}`, child.status);
  } catch (error) {
    child.kill("SIGKILL");
    await child.status;
    throw error;
  }
}
