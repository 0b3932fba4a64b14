import { guideValues, noMember } from "../options/guided.ts";
import { toNotebook } from "./notebookHtml.ts";

/** Method that Deno's Jupyter kernel calls to display a value. */
export const JUPYTER_DISPLAY: unique symbol = Symbol.for("Jupyter.display") as never;
/** Method that Deno's console calls to display a value. */
export const DENO_INSPECT: unique symbol = Symbol.for("Deno.customInspect") as never;
/** Method that Node's `util.inspect` calls to display a value. */
export const NODE_INSPECT: unique symbol = Symbol.for("nodejs.util.inspect.custom") as never;

/** Output of a notebook cell: HTML, and text for front ends without HTML. */
export interface DisplayBundle {
  /** Self-contained fragment of HTML. Vector charts are included here, never as `image/svg+xml`. */
  readonly "text/html": string;
  /** Plain text of the output. */
  readonly "text/plain": string;
}

/** Base class of values that display themselves in a notebook and in the console. */
export abstract class Displayable {
  /** Returns the value as a fragment of HTML. */
  abstract html(): string | Promise<string>;

  /** Returns the value as plain text. */
  abstract toString(): string;

  /** Returns the fragment of HTML for a notebook. */
  protected notebookHtml(): string | Promise<string> {
    return this.html();
  }

  /** Returns the output of a notebook cell. */
  async [JUPYTER_DISPLAY](): Promise<DisplayBundle> {
    return { "text/html": toNotebook(await this.notebookHtml()), "text/plain": this.toString() };
  }

  /** Returns the text that `console.log` prints in Deno. */
  [DENO_INSPECT](): string {
    return this.toString();
  }

  /** Returns the text that `console.log` prints in Node. */
  [NODE_INSPECT](): string {
    return this.toString();
  }
}

/** Returns the fragment of a value inside another, for a notebook or for a page. */
export function partHtml(part: Displayable, isNotebook: boolean): string | Promise<string> {
  return isNotebook ? part["notebookHtml"]() : part.html();
}

guideValues(Displayable.prototype, noMember);
