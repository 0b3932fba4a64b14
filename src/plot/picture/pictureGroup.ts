import { header, type LegendEntry } from "./header.ts";
import { Picture } from "./picture.ts";
import { render, renderBoth } from "./render.ts";
import type { PictureSpec, PlotOptions } from "./spec.ts";
import { SPACES } from "./theme.ts";
import { keepLanguage } from "../../words/language.ts";

const GAP = SPACES.panels;

/** Layout of charts next to each other. */
export interface GroupLayout {
  /** Kind of group, such as `beside`. */
  readonly name: string;
  /** Number of charts in a row. */
  readonly columns: number;
  /** Title above all. @default none */
  readonly title?: string | undefined;
  /** Legend of all. @default none */
  readonly legend?: readonly LegendEntry[];
  /** Lays out the group for a phone. @default none, since its charts lay themselves out */
  readonly forPhone?: (() => PictureSpec) | undefined;
}

/**
 * Several charts as one. A file arranges them in rows and columns; a narrow page wraps them to
 * further rows. Each shows its own values under the pointer.
 */
export class PictureGroup extends Picture {
  readonly #head: PictureSpec;
  readonly #parts: readonly PictureSpec[];
  readonly #widest: number;
  readonly #layout: GroupLayout;

  /** Groups the layouts of charts, in their order. */
  constructor(parts: readonly PictureSpec[], layout: GroupLayout) {
    const { columns, title, legend = [], forPhone } = layout, speak = keepLanguage();
    const wide = Array.from(
      { length: Math.min(columns, parts.length) },
      (_, column) => Math.max(...parts.filter((_, i) => i % columns === column).map(widthOf)),
    );
    const width = wide.reduce((sum, one) => sum + one, 0) + GAP * (wide.length - 1);
    const head = header(title, legend, width);
    let y = head.height;
    const panels = parts.map((spec, i) => {
      const column = i % columns;
      if (column === 0 && i > 0) {
        y += Math.max(...parts.slice(i - columns, i).map(({ height }) => height)) + GAP / 2;
      }
      const x = wide.slice(0, column).reduce((sum, one) => sum + one + GAP, 0);
      return { x, y, spec };
    });
    const last = panels.length - (panels.length - 1) % columns - 1;
    const foot = Math.max(...panels.slice(last).map(({ y, spec }) => y + spec.height));
    const spec: PictureSpec = {
      name: layout.name,
      speak,
      forPhone: forPhone && (() => speak(forPhone)),
      summary: [title ?? [], parts.map(({ summary }) => summary)].flat(2).join("\n"),
      width,
      height: foot,
      header: head,
      time: parts[0]!.time,
      draw: rejectOptions,
      panels,
    };
    super(spec);
    const least = Math.min(...parts.map(widthOf)), narrow = header(title, legend, least);
    this.#head = { ...spec, header: narrow, width: least, height: narrow.height, panels: [] };
    this.#parts = parts;
    this.#layout = layout;
    this.#widest = width;
  }

  /** Returns the same group of changed charts. */
  map(change: (spec: PictureSpec) => PictureSpec): PictureGroup {
    return new PictureGroup(this.#parts.map(change), this.#layout);
  }

  /** Returns the charts side by side, as far as the page is wide enough. */
  protected override inPage(standalone: boolean): Promise<string> {
    return this.#flow((spec) => render(spec, { standalone, answers: true }));
  }

  /** Returns the charts side by side, each also drawn for a phone. */
  protected override inNotebook(): Promise<string> {
    return this.#flow(renderBoth);
  }

  async #flow(draw: (spec: PictureSpec) => Promise<string>): Promise<string> {
    const head = this.#head.height === 0 ? "" : await draw(this.#head);
    const own = await Promise.all(this.#parts.map(draw));
    return `${head}<div style="display:flex;flex-wrap:wrap;gap:${GAP / 2}px ${GAP}px;max-width:${
      this.#widest + 1
    }px">${own.join("")}</div>`;
  }
}

function widthOf({ width }: PictureSpec): number {
  return width;
}

/** Several charts do not have a single set of options. */
function rejectOptions(): PlotOptions {
  throw new TypeError(
    "Cannot return the options of charts side by side: each chart has its own. Call options() on each of them.",
  );
}
