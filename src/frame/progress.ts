/** How far a piece of work has come: what `onProgress` is told. */
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
  /** Whether nothing more is told of it, because it is done or because it failed. */
  readonly ended: boolean;
}

/** Tells of one piece of work, from its start to its end. */
export interface Telling {
  /** Says how much is done, and of how much. */
  tell(done: number, total: number | undefined): void;
  /** Says that it is over; what is told after that goes unheard. */
  end(): void;
}

let tasks = 0;
let usual: ((progress: Progress) => void) | undefined;

/**
 * Says who is told of work for which a caller names nobody: `show` draws its bar. Without that,
 * nobody is.
 *
 * @returns who was told before
 */
export function whenTold(
  listener: ((progress: Progress) => void) | undefined,
): ((progress: Progress) => void) | undefined {
  const before = usual;
  usual = listener;
  return before;
}

/** Begins to tell of a piece of work, by default to whom `whenTold` named. */
export function telling(
  onProgress: ((progress: Progress) => void) | undefined,
  { action, unit }: Pick<Progress, "action" | "unit">,
): Telling {
  const task = ++tasks;
  let done = 0, total: number | undefined, ended = false;
  const told = onProgress ?? usual;
  const say = (): void => told?.({ action, task, done, total, unit, ended });
  say();
  return {
    tell(now, of) {
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
