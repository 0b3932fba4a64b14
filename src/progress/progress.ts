/** Progress of a piece of work, as passed to `onProgress`. */
export interface Progress {
  /** Description of the work, such as `read metric_samples`. */
  readonly action: string;
  /** Number of the piece of work, as several may run at once. */
  readonly task: number;
  /** Amount done so far; the current piece of a divided call counts by its fraction. */
  readonly done: number;
  /** Total amount; `undefined` if unknown. */
  readonly total: number | undefined;
  /** Unit of `done` and `total`. */
  readonly unit: "bytes" | "records" | "pieces" | "steps";
  /** `true` in the last report, after success or failure. */
  readonly ended: boolean;
}

/** Called with the progress of a piece of work. */
export type OnProgress = (progress: Progress) => void;

/** Reporter of one piece of work. */
export interface RunningProgress {
  /** Reports the amount done and the total. */
  report(done: number, total: number | undefined): void;
  /** Reports the end; later reports are ignored. */
  end(): void;
}

let tasks = 0;

/** Starts to report a piece of work, under a new number. */
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
