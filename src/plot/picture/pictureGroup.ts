import { header, type LegendEntry } from "./header.ts";
import { Picture } from "./picture.ts";
import { render, renderBoth } from "./render.ts";
import type { PictureSpec, PlotOptions } from "./spec.ts";

/** Pixels between pictures. */
const GAP = 16;

/** How pictures lie beside each other. */
export interface GroupLayout {
  /** What they are together, such as `beside`. */
  readonly name: string;
  /** How many stand in a row. */
  readonly columns: number;
  /** What stands above all. @default nothing */
  readonly title?: string | undefined;
  /** The legend of all. @default none */
  readonly legend?: readonly LegendEntry[];
}

/**
 * Several pictures as one: in a file they lie in rows and columns, in a page they break into further
 * rows where it is narrow, and each says its own values.
 */
export class PictureGroup extends Picture {
  readonly #head: PictureSpec;
  readonly #parts: readonly PictureSpec[];
  readonly #widest: number;

  /** A group of the layouts of pictures, in their order. */
  constructor(parts: readonly PictureSpec[], layout: GroupLayout) {
    const { columns, title, legend = [] } = layout;
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
    this.#widest = width;
  }

  /** The pictures side by side, as far as the page is wide enough. */
  protected override inPage(standalone: boolean): Promise<string> {
    return this.#flow((spec) => render(spec, { standalone, answers: true }));
  }

  /** The pictures side by side, each also drawn for a phone. */
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

/** Several pictures have no one set of options. */
function rejectOptions(): PlotOptions {
  throw new TypeError(
    "Cannot give the options of pictures side by side: ask each of them",
  );
}
