import { guideValues, noMember } from "../options/guided.ts";
import { toNotebook } from "./notebookHtml.ts";

/** The method by which Deno's Jupyter kernel asks a value to show itself. */
export const JUPYTER_DISPLAY: unique symbol = Symbol.for("Jupyter.display") as never;
/** The method by which Deno's console asks a value to show itself. */
export const DENO_INSPECT: unique symbol = Symbol.for("Deno.customInspect") as never;
/** The same for Node's `util.inspect`. */
export const NODE_INSPECT: unique symbol = Symbol.for("nodejs.util.inspect.custom") as never;

/** What a notebook is given: it shows the HTML, and a place without HTML shows the text. */
export interface DisplayBundle {
  /** A fragment of HTML that stands alone. Vector pictures go in here too, never as `image/svg+xml`. */
  readonly "text/html": string;
  /** The same for the terminal. */
  readonly "text/plain": string;
}

/** The base of values that show themselves: as a notebook cell's value and in the console. */
export abstract class Displayable {
  /** The value as a fragment of HTML. */
  abstract html(): string | Promise<string>;

  /** The value as plain text. */
  abstract toString(): string;

  /** Returns the fragment of which a notebook's output is made. */
  protected notebookHtml(): string | Promise<string> {
    return this.html();
  }

  /** What a notebook shows. */
  async [JUPYTER_DISPLAY](): Promise<DisplayBundle> {
    return { "text/html": toNotebook(await this.notebookHtml()), "text/plain": this.toString() };
  }

  /** What `console.log` shows in Deno. */
  [DENO_INSPECT](): string {
    return this.toString();
  }

  /** What `console.log` shows in Node. */
  [NODE_INSPECT](): string {
    return this.toString();
  }
}

guideValues(Displayable.prototype, noMember);
