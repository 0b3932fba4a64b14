/** How far a piece of work has come: what `onProgress` is called with. */
export interface Progress {
  /** What is being done, such as `read metric_samples`. */
  readonly action: string;
  /** Which piece of work it is: several may be under way at once. */
  readonly task: number;
  /** How much is done; of a call in pieces, the one under way counts by its part. */
  readonly done: number;
  /** How much there is; undefined where that is not known. */
  readonly total: number | undefined;
  /** What is counted. */
  readonly unit: "bytes" | "records" | "pieces" | "steps";
  /** Whether nothing more is reported of it, because it is done or because it failed. */
  readonly ended: boolean;
}

/** Called with how far work has come. */
export type OnProgress = (progress: Progress) => void;

/** One piece of work that is under way. */
export interface RunningProgress {
  /** Reports how much is done, and of how much. */
  report(done: number, total: number | undefined): void;
  /** Reports that it is over; what is reported after that goes unheard. */
  end(): void;
}

let tasks = 0;

/** Begins to report a piece of work, to whom the caller names; each has a number of its own. */
export function startProgress(
  onProgress: OnProgress,
  { action, unit }: Pick<Progress, "action" | "unit">,
): RunningProgress {
  const task = ++tasks;
  let done = 0, total: number | undefined, ended = false;
  const say = (): void => onProgress({ action, task, done, total, unit, ended });
  say();
  return {
    report(now, of) {
      if (ended) return;
      [done, total] = [now, of];
      say();
    },
    end() {
      if (ended) return;
      ended = true;
      say();
    },
  };
}
