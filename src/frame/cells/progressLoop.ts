import { callSignal } from "../../options/callSignal.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { type OnProgress, startProgress } from "../../progress/progress.ts";
import { progressBar } from "../../progress/progressBar.ts";

/** Options for the progress of your own loop. */
export interface ProgressOptions {
  /** Description of the work, such as `fit models`. @default "loop" */
  action?: string;
  /** Called after each step. @default `show.progressBar()` */
  onProgress?: OnProgress;
  /** Ends the loop before its next step. */
  signal?: AbortSignal;
}

/** Milliseconds of work before a loop lets the bar redraw and the stop button take effect. */
const SLICE = 50;

/**
 * Shows the progress and the elapsed time of your own loop, once it takes longer than a second. In
 * a notebook the stop button ends the loop before its next step.
 *
 * ```ts
 * import { show } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * let sum = 0;
 * for await (const value of show.progress([1, 2, 3], { action: "add numbers" })) sum += value;
 * assertEquals(sum, 6);
 * ```
 *
 * @throws {TypeError} if the items are not iterable, or an option does not exist
 * @throws the signal's reason if it aborts
 */
export function progress<T>(
  items: Iterable<T> | AsyncIterable<T>,
  options: ProgressOptions = {},
): AsyncGenerator<T, void, void> {
  checkOptions("show the progress of a loop", options, {
    action: true,
    onProgress: true,
    signal: true,
  });
  const given = Object(items) as object;
  if (typeof items === "string" || !(Symbol.iterator in given || Symbol.asyncIterator in given)) {
    throw new TypeError(
      `Cannot show the progress of a loop: expected an array or another iterable, got ${
        describeValue(items)
      }`,
    );
  }
  return steps(items, options);
}

async function* steps<T>(
  items: Iterable<T> | AsyncIterable<T>,
  { action = "loop", onProgress = progressBar(), ...options }: ProgressOptions,
): AsyncGenerator<T, void, void> {
  const signal = callSignal(options.signal),
    { length, size } = items as { length?: number; size?: number };
  const shown = startProgress(onProgress, { action, unit: "steps" });
  let done = 0, turn = performance.now();
  try {
    for await (const item of items) {
      if (performance.now() - turn > SLICE) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        turn = performance.now();
      }
      shown.report(done, length ?? size);
      signal?.throwIfAborted();
      yield item;
      done++;
    }
    shown.report(done, length ?? size);
  } finally {
    shown.end();
  }
}
