import { LIVE_SCRIPT_PACKED } from "./liveScript.ts";
import { LIVE_TAG, liveOnce } from "./liveTag.ts";
import { STANDALONE_STYLE } from "./paper.ts";

/** Class of a chart that is an image in a notebook. */
const CHART = "lifeframe-chart";
const STYLE = `<style>${STANDALONE_STYLE}</style>`;
/** Opening and closing tags of SVG, which may be nested. */
const TAG = /<(\/?)svg\b[^>]*>/g;
/** A chart as {@linkcode toNotebook} writes it. */
const IMAGE = new RegExp(`<img class="${CHART}"[^>]* src="data:image/svg\\+xml,([^"]*)">`, "g");

/** The live script, packed: a notebook keeps a copy in each output. */
const PACKED_TAG = `<script>(async()=>{if(!window.lifeframe)(0,eval)(await new Response(` +
  `new Blob([Uint8Array.from(atob("${LIVE_SCRIPT_PACKED}"),c=>c.charCodeAt())]).stream()` +
  `.pipeThrough(new DecompressionStream("deflate-raw"))).text());window.lifeframe.scan()})()</script>`;

/**
 * Turns a fragment into what a notebook keeps. Charts become images with the SVG inside, because a
 * notebook that is not trusted drops SVG and keeps its text; where scripts run, the live script puts the
 * SVG in their place. In an image a chart brings its own ink and paper.
 */
export function toNotebook(html: string): string {
  const charts = svgsOf(html);
  const text = charts.reduceRight(
    (text, { start, end }) =>
      text.slice(0, start) + imageOf(html.slice(start, end)) + text.slice(end),
    html,
  );
  return liveOnce(text).replaceAll(LIVE_TAG, PACKED_TAG);
}

/** Turns what a notebook keeps back into a fragment for a page, with SVG in it. */
export function fromNotebook(html: string): string {
  const text = html.replaceAll(IMAGE, (_, data) => decodeURIComponent(data).replace(STYLE, ""));
  return liveOnce(text.replaceAll(PACKED_TAG, LIVE_TAG));
}

function imageOf(svg: string): string {
  const open = svg.slice(0, svg.indexOf(">") + 1);
  const attribute = (name: string): string =>
    new RegExp(` ${name}="([^"]*)"`).exec(open)?.[1] ?? "";
  const named = open.includes(" xmlns=")
    ? svg
    : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  const whole = /class="lifeframe\b/.test(open) ? named.replace(">", `>${STYLE}`) : named;
  const texts = [...svg.matchAll(/<(title|desc)\b[^>]*>([^<]*)</g)].slice(0, 2);
  const alt = [...new Set(texts.map(([, , text]) => text!.trim()))].join(". ");
  const size = ["width", "height"].map((name) => ` ${name}="${attribute(name)}"`).join("");
  return `<img class="${CHART}" alt="${alt.replaceAll('"', "&quot;")}"${size} ` +
    `style="max-width:100%;height:auto" src="data:image/svg+xml,${encode(whole)}">`;
}

/** Writes SVG so that it can be in an attribute and in a URL, as short as that allows. */
function encode(svg: string): string {
  return svg.replaceAll(/[%#"<>\n&]|[^\x20-\x7e]+/g, encodeURIComponent);
}

/** Returns where the outermost SVG elements are. */
function svgsOf(html: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let depth = 0, start = 0;
  for (const { index, 0: tag, 1: slash } of html.matchAll(TAG)) {
    if (slash === "" && depth++ === 0) start = index;
    if (slash === "/" && --depth === 0) found.push({ start, end: index + tag.length });
  }
  return found;
}
