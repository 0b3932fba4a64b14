import { Displayable, type DisplayBundle, JUPYTER_DISPLAY } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { fromNotebook, toNotebook } from "../../display/notebookHtml.ts";

/** Value that displays itself. */
export interface Shown {
  /** Returns the displays by media type. */
  [JUPYTER_DISPLAY](): unknown;
}

/** Returns whether a value displays itself in a notebook. */
export function isShown(value: unknown): value is Shown {
  return typeof value === "object" && value !== null &&
    typeof (value as Partial<Shown>)[JUPYTER_DISPLAY] === "function";
}

/** Several displayable values next to each other, with optional names. */
export class SideBySide extends Displayable {
  /** Creates a row of values in order; a name can be empty. */
  constructor(readonly values: readonly (readonly [name: string, value: Shown])[]) {
    super();
  }

  /** Returns the values as a fragment that wraps. */
  override async html(): Promise<string> {
    return fromNotebook(await this.notebookHtml());
  }

  /** Returns the values as they display themselves in a notebook. */
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

  /** Returns the names of the values. */
  override toString(): string {
    return this.values.map(([name, value]) => `${name}${name === "" ? "" : "\n"}${value}`)
      .join("\n\n");
  }

  /** Returns the HTML and the text of the values. */
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
