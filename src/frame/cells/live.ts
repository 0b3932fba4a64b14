import { cellOfWork, outsideCells } from "../../options/callSignal.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { type NotebookKernel, notebookKernel } from "../../options/runtime.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";

/** Options for an output that redraws itself. */
export interface LiveOptions {
  /** Ends the redrawing. @default none: it ends with the changes, or with `stop()` */
  signal?: AbortSignal;
}

/** Output that redraws itself. */
export interface Live {
  /** Number of times that it was drawn. */
  readonly draws: number;
  /** Ends the redrawing; the last output stays. */
  stop(): void;
  /** Resolves when the redrawing has ended, with the reason if an error ended it. */
  readonly ended: Promise<unknown>;
}

let shown = 0;

/**
 * Draws something in the output of a cell, and again after each change. It continues while later cells
 * run, until `stop()`, until the changes end or fail, or until `signal` aborts. An error of `draw` is
 * shown in the output, and the next change draws again. In a script it calls `draw` only.
 *
 * ```ts
 * import { show } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * async function* changes() {
 *   for (const day of ["2025-03-01", "2025-03-02"]) yield await Promise.resolve(day);
 * }
 * const drawn: (string | undefined)[] = []; // with data: () => me.daily({ days: 7 }).then(plot.…)
 * const output = await show.live(changes(), (day) => drawn.push(day));
 * assertEquals(await output.ended, undefined);
 * assertEquals(drawn, [undefined, "2025-03-01", "2025-03-02"]);
 * ```
 *
 * @param changes Changes, such as `me.watch()`.
 * @param draw Returns what to show. It receives the change, and `undefined` the first time.
 * @returns the running output, after it was drawn for the first time
 * @throws {TypeError} if the changes are not async iterable, or `draw` is not a function
 */
export async function live<Change>(
  changes: AsyncIterable<Change>,
  draw: (change: Change | undefined) => unknown,
  options: LiveOptions = {},
): Promise<Live> {
  checkOptions("show a live output", options, { signal: true });
  const { signal } = options;
  if (!(Symbol.asyncIterator in Object(changes)) || typeof draw !== "function") {
    throw new TypeError(
      `Cannot show a live output: got ${describeValue(changes)} and ${
        describeValue(draw)
      }. Pass changes, such as me.watch(), and a function that returns what to draw.`,
    );
  }
  const stop = new AbortController(), iterator = changes[Symbol.asyncIterator]();
  const stopped = new Promise<void>((resolve) => {
    const ends = [stop.signal, ...signal === undefined ? [] : [signal]];
    const end = AbortSignal.any(ends);
    if (end.aborted) return resolve();
    end.addEventListener("abort", () => resolve(), { once: true });
  });
  const metadata = { lifeframe_cell: cellOfWork() };
  const output = { draws: 0 }, id = `lifeframe-live-${++shown}`, kernel = notebookKernel();
  const redraw = async (change: Change | undefined): Promise<void> => {
    const data = await drawn(kernel, () => draw(change));
    const type = output.draws++ === 0 ? "display_data" : "update_display_data";
    const content = { data, metadata: {}, transient: { display_id: id } };
    await kernel?.broadcast(type, content, { metadata });
  };
  await redraw(undefined);
  const ended = outsideCells(async () => {
    try {
      for (;;) {
        const next = await Promise.race([iterator.next(), stopped]);
        if (next === undefined || next.done === true) break;
        await redraw(next.value);
      }
    } catch (error) {
      return error;
    } finally {
      // Not awaited: a generator that waits for the next change returns only after it.
      Promise.resolve(iterator.return?.()).catch(() => {});
    }
    return undefined;
  });
  return {
    get draws() {
      return output.draws;
    },
    stop: () => stop.abort(),
    ended,
  };
}

/** Returns the output for a notebook; the message if drawing fails. */
async function drawn(
  kernel: NotebookKernel | undefined,
  draw: () => unknown,
): Promise<Record<string, string>> {
  try {
    const value = await draw();
    return kernel === undefined ? {} : await kernel.format(value);
  } catch (error) {
    if (kernel === undefined) throw error;
    return { "text/html": `<pre>${escapeHtml(String(error))}</pre>`, "text/plain": String(error) };
  }
}
