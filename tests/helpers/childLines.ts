import { within } from "./within.ts";

/** Output of a process. */
export interface ChildLines {
  /** The lines of its standard output that were waited for. */
  readonly lines: string[];
  /** Its standard error, once it has ended. */
  readonly errors: Promise<string>;
}

/**
 * The first lines that a process prints. Where they do not come in time, or it ends before, it is
 * ended, and an error has what it said on standard output and standard error.
 *
 * @param child A process whose two outputs are piped.
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

/** Asks a process to end, and ends it by force where it does not in time, which is an error. */
export async function endChild(
  child: Deno.ChildProcess,
  signal: Deno.Signal = "SIGTERM",
): Promise<Deno.CommandStatus> {
  try {
    child.kill(signal);
  } catch {
    // it has ended by itself
  }
  try {
    return await within(60, `the process to end by ${signal}`, child.status);
  } catch (error) {
    child.kill("SIGKILL");
    await child.status;
    throw error;
  }
}
