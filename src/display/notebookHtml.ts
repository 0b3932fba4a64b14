import { PACKED_CHARTS, PACKED_TABLES } from "./liveScript.ts";
import { LIVE_TAG, liveOnce } from "./liveTag.ts";
import { STANDALONE_STYLE } from "./paper.ts";

/** Class of a chart that is an image in a notebook. */
const CHART = "lifeframe-chart";
const STYLE = `<style>${STANDALONE_STYLE}</style>`;
/** Attribute of the drawing for a phone, which directly follows its chart. */
const PHONE = "data-phone";
/** Shows the chart or the drawing for a phone, by the width of the image. */
const CHOICE = "<style>@media (max-width:600px){.w{display:none}.n{display:inline}}" +
  ".w>svg,.n>svg{width:100%}</style>";
/** The chart in an image that also has a drawing for a phone. */
const WIDE = /<g class="w">([^]*)<\/g><g class="n"/;
/** Opening and closing tags of SVG, which can be nested. */
const TAG = /<(\/?)svg\b[^>]*>/g;
/** Image of a chart in the output of {@linkcode toNotebook}. */
const IMAGE = new RegExp(`<img class="${CHART}"[^>]* src="data:image/svg\\+xml,([^"]*)">`, "g");

/** Scripts of a notebook, each with the text that marks a fragment that needs it. */
const SCRIPTS = [
  { needs: `class="${CHART}"`, tag: packedTag("lifeframeCharts", PACKED_CHARTS) },
  { needs: 'class="lifeframe-table"', tag: packedTag("lifeframeTables", PACKED_TABLES) },
];

function packedTag(name: string, packed: string): string {
  return `<script>self.${name}?${name}():new Response(new Response(` +
    `Uint8Array.from(atob("${packed}"),c=>c.charCodeAt())).body` +
    `.pipeThrough(new DecompressionStream("deflate-raw"))).text().then(eval)</script>`;
}

/** Replaces the scripts of notebooks in HTML with the script of pages. */
function unpacked(html: string): string {
  return liveOnce(SCRIPTS.reduce((text, { tag }) => text.replaceAll(tag, () => LIVE_TAG), html));
}

/**
 * Converts a fragment to the HTML of a notebook output. Charts become images that contain the SVG,
 * because an untrusted notebook drops SVG and keeps only its text. Where scripts run, the live
 * script replaces the image with the SVG. In an image, a chart brings its own text and background
 * colours, and a narrow image shows the drawing for a phone.
 */
export function toNotebook(html: string): string {
  const charts = svgsOf(html);
  const isPhone = (svg?: string): boolean => svg?.startsWith(`<svg ${PHONE}=`) === true;
  const text = charts.reduceRight((text, { start, end, svg }, i) => {
    const next = charts[i + 1]?.svg;
    const image = isPhone(svg) ? "" : imageOf(svg, isPhone(next) ? next : undefined);
    return text.slice(0, start) + image + text.slice(end);
  }, html);
  const tags = SCRIPTS.filter(({ needs }) => text.includes(needs)).map(({ tag }) => tag);
  return unpacked(text).replaceAll(LIVE_TAG, tags.join(""));
}

/** Marks SVG as the phone version of the preceding chart. */
export function forPhone(svg: string): string {
  return svg.replace("<svg ", `<svg ${PHONE}="" preserveAspectRatio="xMinYMin" `);
}

/** Converts the HTML of a notebook output back to a fragment for a page, with SVG in it. */
export function fromNotebook(html: string): string {
  const text = html.replaceAll(IMAGE, (_, data) => {
    const svg = decodeURIComponent(data);
    return (WIDE.exec(svg)?.[1] ?? svg).replace(STYLE, "");
  });
  return unpacked(text);
}

function imageOf(svg: string, phone: string | undefined): string {
  const open = svg.slice(0, svg.indexOf(">") + 1);
  const named = open.includes(" xmlns=")
    ? svg
    : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  const single = /class="lifeframe\b/.test(open) ? named.replace(">", `>${STYLE}`) : named;
  // Without a size, the width of the image decides which of the two is drawn.
  const whole = phone === undefined
    ? single
    : `<svg xmlns="http://www.w3.org/2000/svg" class="lifeframe">${STYLE}${CHOICE}` +
      `<g class="w">${svg}</g><g class="n" display="none">${phone}</g></svg>`;
  const texts = [...svg.matchAll(/<(title|desc)\b[^>]*>([^<]*)</g)].slice(0, 2);
  const alt = [...new Set(texts.map(([, , text = ""]) => text.trim()))].join(". ");
  const width = sizeOf(svg, "width"), height = sizeOf(svg, "height");
  const style = phone === undefined
    ? "max-width:100%;height:auto"
    : `width:100%;max-width:${width}px;height:${
      Math.max(Number(height), Number(sizeOf(phone, "height")))
    }px`;
  return `<img class="${CHART}" alt="${alt.replaceAll('"', "&quot;")}" width="${width}" ` +
    `height="${height}" style="${style}" src="data:image/svg+xml,${encode(whole)}">`;
}

/** Returns a size of SVG from its first tag. */
function sizeOf(svg: string, name: "width" | "height"): string {
  return new RegExp(`^<svg [^>]*?(?<= )${name}="([^"]*)"`).exec(svg)?.[1] ?? "";
}

/** Encodes SVG for an attribute and a URL, as short as possible. */
function encode(svg: string): string {
  return svg.replaceAll(/[%#"<>\n&]|[^\x20-\x7e]+/g, encodeURIComponent);
}

/** Finds the outermost SVG elements. */
function svgsOf(html: string): { start: number; end: number; svg: string }[] {
  const found: { start: number; end: number; svg: string }[] = [];
  let depth = 0, start = 0;
  for (const { index, 0: tag, 1: slash } of html.matchAll(TAG)) {
    if (slash === "" && depth++ === 0) start = index;
    if (slash === "/" && --depth === 0) {
      const end = index + tag.length;
      found.push({ start, end, svg: html.slice(start, end) });
    }
  }
  return found;
}
