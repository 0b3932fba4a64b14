import process from "node:process";
import { setTimeout } from "node:timers";
import { cellOfWork } from "../options/callSignal.ts";
import { notebookKernel } from "../options/runtime.ts";
import type { OnProgress, Progress } from "./progress.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { notebookScreen, type ProgressScreen, terminalScreen } from "./progressScreens.ts";
import type { ShownProgress } from "./progressText.ts";

/** Options of {@linkcode progressBar}. */
export interface ProgressBarOptions {
  /** Milliseconds of work before the bar appears; shorter work shows no bar. @default 1000 */
  after?: number;
  /** Output of the bar. @default the notebook, else the terminal of stderr, else none */
  screen?: ProgressScreen | undefined;
}

const OPTIONS = optionNames<ProgressBarOptions>()("after screen");

/** Minimum time between two drawings, in milliseconds. */
const REDRAW = 100;

interface Task {
  /** Cell that started the work; `undefined` outside a notebook. */
  readonly cell: string | undefined;
  progress: Progress;
  readonly since: number;
  readonly timer: ReturnType<typeof setTimeout>;
  isShown: boolean;
}

/**
 * Returns a progress bar to pass as `onProgress`. It appears once work takes longer than a second:
 * in a notebook under the cell, where it stays; in a terminal as a line on stderr, which disappears
 * at the end. If stderr is redirected to a file or a program, nothing is shown. Functions with
 * `onProgress` use such a bar by default.
 *
 * @example Work that reports its own progress
 * ```ts
 * import { show } from "@lifeframe/lifeframe";
 *
 * const onProgress = show.progressBar();
 * const count = { action: "count", task: 1, total: 2, unit: "steps", ended: false } as const;
 * onProgress({ ...count, done: 0 });
 * onProgress({ ...count, done: 2, ended: true });
 * ```
 */
export function progressBar(options: ProgressBarOptions = {}): OnProgress {
  checkOptions("show progress", options, OPTIONS);
  const { after = 1000, screen = "screen" in options ? undefined : screenHere() } = options;
  if (screen === undefined) return () => {};
  const tasks = new Map<number, Task>();
  let drawn = -Infinity;
  const draw = (): void => {
    drawn = performance.now();
    screen.show([...tasks.values()].filter(({ isShown }) => isShown).map(withElapsed));
  };
  const appear = (task: Task): void => {
    task.isShown = true;
    draw();
  };
  return (progress) => {
    const task = tasks.get(progress.task) ?? begin(progress, after, appear);
    task.progress = progress;
    if (progress.ended) {
      clearTimeout(task.timer);
      tasks.delete(progress.task);
      if (!task.isShown) return;
      screen.end(withElapsed(task));
      return draw();
    }
    tasks.set(progress.task, task);
    const now = performance.now();
    if (!task.isShown && now - task.since >= after) appear(task); // the timer may be kept from running
    else if (task.isShown && now - drawn >= REDRAW) draw();
  };
}

function begin(progress: Progress, after: number, appear: (task: Task) => void): Task {
  const task: Task = {
    cell: cellOfWork(),
    progress,
    since: performance.now(),
    timer: setTimeout(() => appear(task), after),
    isShown: false,
  };
  task.timer.unref(); // a bar keeps no script alive
  return task;
}

function withElapsed({ cell, progress, since }: Task): ShownProgress {
  return { ...progress, cell, elapsed: performance.now() - since };
}

function screenHere(): ProgressScreen | undefined {
  const kernel = notebookKernel();
  if (kernel !== undefined) {
    return notebookScreen((type, content, metadata) =>
      kernel.broadcast(type, content, { metadata })
    );
  }
  const { stderr } = process;
  if (!stderr.isTTY) return undefined;
  return terminalScreen({
    write: (text) => void stderr.write(text),
    columns: () => stderr.columns,
  });
}
