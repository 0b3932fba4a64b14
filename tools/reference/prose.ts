import { html } from "hono/html";
import type { Html } from "./html.ts";

/** Text of a doc comment as HTML: what stands between backticks is code. */
export function prose(text: string): Html {
  return html`${
    text.split("`").map((part, index) => index % 2 === 1 ? html`<code>${part}</code>` : part)
  }`;
}
