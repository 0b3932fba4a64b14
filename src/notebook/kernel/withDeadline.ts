/** Options of {@linkcode withDeadline}. */
export interface DeadlineOptions {
  /** How long the work may take, in milliseconds. */
  readonly milliseconds: number;
  /** What the work's signal gives as its reason when the time is over. */
  readonly reason: unknown;
  /** Aborts the work's signal too, with its own reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does work with a signal that aborts when the time is over. No timer and no listener is left.
 *
 * @param options The time, the reason and an outer signal.
 * @param work The work; it must heed its signal.
 * @returns What the work returns.
 * @throws What the work throws.
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
