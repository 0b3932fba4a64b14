import { html, raw } from "hono/html";

/** Parts of a page in HTML. */
export type Html = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; } h3 a { color: inherit; text-decoration: none; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-top: 1px solid var(--line); }
@media (max-width: 40rem) { table { display: block; overflow-x: auto; } }
nav ul { columns: 15rem; padding-left: 1rem; }
.method { font-weight: 700; } .note { opacity: .75; } .deprecated { text-decoration: line-through; }
.code { font: 700 1.75rem/1 ui-monospace, monospace; letter-spacing: .1em; }
form { margin: 1rem 0; } label { display: block; margin: .25rem 0; }
button, input[type=text] { font: inherit; padding: .4rem 1rem; margin: .5rem .5rem 0 0; }
.fields { max-width: 34rem; } .fields label { font-weight: 600; margin-top: 1rem; }
.fields input { display: block; box-sizing: border-box; width: 100%; margin: .25rem 0; font-family: ui-monospace, monospace; }
.alert { border-left: .3rem solid #c33; padding: .25rem .75rem; }
`;

/** Allows only the page's own style: no scripts, no frames. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** Headers of pages, which restrict loading and referrers. */
export const PAGE_HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
} as const;

/** Returns a page that loads nothing from elsewhere and follows the reader's colour scheme. */
export async function pageFrame(title: string, body: Html): Promise<string> {
  return String(
    await html`
      <!DOCTYPE html>
      <html lang="en">
        <head>
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <title>${title}</title>
          <style>${raw(STYLE)}</style>
        </head>
        <body>
      <h1>${title}</h1>
      ${body}
        </body>
      </html>
    `,
  );
}
