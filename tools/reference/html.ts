import type { html } from "hono/html";

/** A part of a page. */
export type Html = ReturnType<typeof html>;
