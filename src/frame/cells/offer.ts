import { Displayable } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";

/** Members of a namespace or a group of methods, by name. */
export class Offer extends Displayable {
  /** Creates a list of members in display order. */
  constructor(readonly members: readonly (readonly [name: string, value: unknown])[]) {
    super();
  }

  /** Returns the members as a list that fills the width. */
  override html(): string {
    return this.#groups().map(({ title, names }) =>
      `<div style="margin:2px 0"><span style="opacity:0.65">${title}:</span> ${
        names.map((name) => `<code>${escapeHtml(name)}</code>`).join(", ")
      }</div>`
    ).join("\n");
  }

  /** Returns the members as lines of text. */
  override toString(): string {
    return this.#groups().map(({ title, names }) => `${title}: ${names.join(", ")}`).join("\n");
  }

  #groups(): { title: string; names: string[] }[] {
    const kinds: Record<string, string[]> = { Functions: [], Classes: [], Values: [] };
    for (const [name, value] of this.members) kinds[kindOf(value)]!.push(name);
    return Object.entries(kinds).filter(([, names]) => names.length > 0)
      .map(([title, names]) => ({ title, names }));
  }
}

function kindOf(value: unknown): "Functions" | "Classes" | "Values" {
  if (typeof value !== "function") return "Values";
  return /^class\b/.test(Function.prototype.toString.call(value)) ? "Classes" : "Functions";
}
