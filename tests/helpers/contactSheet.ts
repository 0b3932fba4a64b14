/**
 * Writes a page of all pictures in tests/pictures, in light, in dark and in grey print, to look at:
 * `deno run -A tests/helpers/contactSheet.ts sheet.html`
 */
const [path] = Deno.args;
if (path === undefined) throw new TypeError("Cannot write the contact sheet: name a file");

const folder = new URL("../pictures/", import.meta.url);
const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
  .filter((name) => name.endsWith(".svg")).sort();
const DARK = "@media (prefers-color-scheme:dark)";
const MODES = [["light", "not all"], ["dark", "all"], ["print in grey", "not all"]] as const;

const rows = names.map((name) => {
  const svg = Deno.readTextFileSync(new URL(name, folder));
  const cells = MODES.map(([mode, media]) => {
    const shown = svg.replace(DARK, `@media ${media}`);
    const grey = mode === "print in grey" ? ' style="filter:grayscale(1)"' : "";
    return `<td><img alt="${name}, ${mode}"${grey} src="data:image/svg+xml;base64,${
      btoa(unescape(encodeURIComponent(shown)))
    }"></td>`;
  });
  return `<tr><th colspan="3">${name}</th></tr><tr>${cells.join("")}</tr>`;
});
Deno.writeTextFileSync(
  path,
  `<!doctype html><meta charset="utf-8"><title>Pictures</title>
<style>body{font:13px system-ui;background:#888}th{text-align:left}td{vertical-align:top}</style>
<table>${rows.join("\n")}</table>
`,
);
