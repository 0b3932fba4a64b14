import { LIVE_SCRIPT, LIVE_SCRIPT_HASH } from "./liveScript.ts";

/**
 * Script element that makes charts and tables interactive. It loads nothing, and charts and tables
 * are complete without it. Each notebook output contains one; all but the first do nothing.
 */
export const LIVE_TAG = `<script>${LIVE_SCRIPT}</script>`;

/** Removes all copies of the script from HTML, and appends one if there was any. */
export function liveOnce(html: string): string {
  return html.includes(LIVE_TAG) ? html.replaceAll(LIVE_TAG, "") + LIVE_TAG : html;
}

/**
 * Content security policy of pages: their own style, embedded images and fonts, and the live
 * script.
 */
export const PAGE_POLICY =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; " +
  `script-src '${LIVE_SCRIPT_HASH}'`;
