import { LIVE_SCRIPT, LIVE_SCRIPT_HASH } from "./liveScript.ts";

/**
 * The script that lets pictures and tables answer, as an element: it loads nothing, and what it adds is
 * not needed to see them. Each output of a notebook brings its own; those after the first find it done.
 */
export const LIVE_TAG = `<script>${LIVE_SCRIPT}</script>`;

/** HTML with that script once, at its end, wherever and however often it stood in it. */
export function liveOnce(html: string): string {
  return html.includes(LIVE_TAG) ? html.replaceAll(LIVE_TAG, "") + LIVE_TAG : html;
}

/** What a page's policy allows: its own style, pictures and fonts that are data in it, and that script. */
export const PAGE_POLICY =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; " +
  `script-src '${LIVE_SCRIPT_HASH}'`;
