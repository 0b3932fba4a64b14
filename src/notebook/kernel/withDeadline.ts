/** Options of {@linkcode withDeadline}. */
export interface DeadlineOptions {
  /** Maximum duration of the work, in milliseconds. */
  readonly milliseconds: number;
  /** Reason of the work's signal if the time is over. */
  readonly reason: unknown;
  /** Also aborts the work's signal, with its own reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work with a signal that aborts when the time is over. Leaves no timer and no listener.
 *
 * @param options The time, the reason and an outer signal.
 * @param work The work, which has to obey its signal.
 * @returns Result of the work.
 * @throws Errors of the work.
 */
export async function withDeadline<T>(
  options: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = options;
  const abort = () => controller.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener("abort", abort);
  const timer = setTimeout(() => controller.abort(options.reason), options.milliseconds);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
