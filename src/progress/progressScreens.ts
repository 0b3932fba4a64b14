import { escapeHtml } from "../display/escapeHtml.ts";
import { textWidth } from "../display/textWidth.ts";
import {
  actionText,
  amountText,
  progressText,
  shareDone,
  type ShownProgress,
} from "./progressText.ts";

/** Where progress is shown. */
export interface ProgressScreen {
  /** Shows how far the work under way has come, the longest under way first. */
  show(under: readonly ShownProgress[]): void;
  /** Shows that one is over; the rest follow by `show`. */
  end(progress: ShownProgress): void;
}

/** What a terminal screen writes to. */
export interface TerminalOut {
  /** Writes text. */
  write(text: string): void;
  /** How many cells a line has. */
  columns(): number;
}

/** One line of a terminal, drawn over and over; it is gone when all work is done. */
export function terminalScreen({ write, columns }: TerminalOut): ProgressScreen {
  const erase = "\r\x1b[2K";
  return {
    show(under) {
      const [first, ...rest] = under;
      if (first === undefined) return write(erase);
      const others = rest.length === 0 ? "" : ` (and ${rest.length} more)`;
      write(erase + cut(progressText(first) + others, columns() - 1));
    },
    end: () => write(erase),
  };
}

/** As much of a line as fits. */
function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  while (characters.length > 0 && textWidth(`${characters.join("")}…`) > width) characters.pop();
  return `${characters.join("")}…`;
}

/** Sends one message to the notebook's front end. */
export type Broadcast = (
  type: "display_data" | "update_display_data",
  content: Record<string, unknown>,
) => Promise<void>;

/** A display of its own for each piece of work in a notebook; the finished bar stays. */
export function notebookScreen(broadcast: Broadcast): ProgressScreen {
  const known = new Set<number>();
  let last = Promise.resolve();
  const show = (progress: ShownProgress): void => {
    const content = {
      data: { "text/html": progressHtml(progress), "text/plain": progressText(progress) },
      metadata: {},
      transient: { display_id: `lifeframe-progress-${progress.task}` },
    };
    const type = known.has(progress.task) ? "update_display_data" : "display_data";
    known.add(progress.task);
    last = last.then(() => broadcast(type, content)).catch(() => {}); // a bar must not end the work
  };
  return {
    show: (under) => under.forEach(show),
    end(progress) {
      show(progress);
      known.delete(progress.task);
    },
  };
}

/** A bar as a fragment of HTML. */
export function progressHtml(progress: ShownProgress): string {
  const share = shareDone(progress) ?? (progress.ended ? 1 : undefined);
  const value = share === undefined ? "" : ` value="${share.toFixed(3)}"`;
  return `<div class="lifeframe-progress" style="display:flex;gap:.75em;align-items:center;font-variant-numeric:tabular-nums">` +
    `<progress max="1"${value} style="width:12em"></progress>` +
    `<span>${escapeHtml(actionText(progress))}: ${escapeHtml(amountText(progress))}</span></div>`;
}
