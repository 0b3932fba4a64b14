import { Displayable, type DisplayBundle, JUPYTER_DISPLAY } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { fromNotebook, toNotebook } from "../../display/notebookHtml.ts";

/** A value that shows itself. */
export interface Shown {
  /** Returns its forms by media type. */
  [JUPYTER_DISPLAY](): unknown;
}

/** Returns whether a value shows itself in a notebook. */
export function isShown(value: unknown): value is Shown {
  return typeof value === "object" && value !== null &&
    typeof (value as Partial<Shown>)[JUPYTER_DISPLAY] === "function";
}

/** Several values that show themselves, next to each other, with their names if they have any. */
export class SideBySide extends Displayable {
  /** Takes the values in order; a name may be empty. */
  constructor(readonly values: readonly (readonly [name: string, value: Shown])[]) {
    super();
  }

  /** The values as a fragment that wraps. */
  override async html(): Promise<string> {
    return fromNotebook(await this.notebookHtml());
  }

  /** The values as they show themselves in a notebook. */
  protected override async notebookHtml(): Promise<string> {
    const parts = await this.#forms();
    return (`<div style="display:flex;flex-wrap:wrap;gap:8px 24px;align-items:flex-start">${
      parts.map(({ name, html }) =>
        `<div style="min-width:0;max-width:100%">${
          name === "" ? "" : `<div><strong>${escapeHtml(name)}</strong></div>\n`
        }${html}</div>`
      ).join("\n")
    }</div>`);
  }

  /** The names of the values. */
  override toString(): string {
    return this.values.map(([name, value]) => `${name}${name === "" ? "" : "\n"}${value}`)
      .join("\n\n");
  }

  /** Shows both forms of each value. */
  override async [JUPYTER_DISPLAY](): Promise<DisplayBundle> {
    const texts = (await this.#forms()).map(({ name, text }) =>
      name === "" ? text : `${name}\n${text}`
    );
    return { "text/html": toNotebook(await this.notebookHtml()), "text/plain": texts.join("\n\n") };
  }

  async #forms(): Promise<{ name: string; html: string; text: string }[]> {
    return await Promise.all(this.values.map(async ([name, value]) => {
      const bundle = await value[JUPYTER_DISPLAY]() as Record<string, unknown>;
      const text = String(bundle["text/plain"] ?? "");
      return {
        name,
        text,
        html: String(bundle["text/html"] ?? `<pre>${escapeHtml(text)}</pre>`),
      };
    }));
  }
}
