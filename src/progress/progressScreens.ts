import { escapeHtml } from "../display/escapeHtml.ts";
import { textWidth } from "../display/visibleText.ts";
import {
  actionText,
  amountText,
  progressText,
  shareDone,
  type ShownProgress,
} from "./progressText.ts";

/** Output of progress. */
export interface ProgressScreen {
  /** Shows the work in progress, the longest running first. */
  show(under: readonly ShownProgress[]): void;
  /** Shows the end of one piece of work; `show` follows for the rest. */
  end(progress: ShownProgress): void;
}

export interface TerminalOut {
  write(text: string): void;
  /** Returns the width of a line in cells. */
  columns(): number;
}

/** Redraws one line of a terminal, and clears it when all work is done. */
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

function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  while (characters.length > 0 && textWidth(`${characters.join("")}…`) > width) characters.pop();
  return `${characters.join("")}…`;
}

/** Sends one message to the notebook's front end, under the cell that its metadata names. */
export type Broadcast = (
  type: "display_data" | "update_display_data",
  content: Record<string, unknown>,
  metadata: Record<string, unknown>,
) => Promise<void>;

/** Shows each piece of work in its own display in a notebook; the finished bar stays. */
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
    const metadata = { lifeframe_cell: progress.cell };
    last = last.then(() => broadcast(type, content, metadata)).catch(() => {}); // a bar must not end the work
  };
  return {
    show: (under) => under.forEach(show),
    end(progress) {
      show(progress);
      known.delete(progress.task);
    },
  };
}

/** Returns a bar as a fragment of HTML. */
function progressHtml(progress: ShownProgress): string {
  const share = shareDone(progress) ?? (progress.ended ? 1 : undefined);
  const value = share === undefined ? "" : ` value="${share.toFixed(3)}"`;
  return `<div class="lifeframe-progress" style="display:flex;gap:.75em;align-items:center;font-variant-numeric:tabular-nums">` +
    `<progress max="1"${value} style="width:12em"></progress>` +
    `<span>${escapeHtml(actionText(progress))}: ${escapeHtml(amountText(progress))}</span></div>`;
}
