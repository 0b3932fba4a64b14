import { toPng } from "../plot/picture/png.ts";
import { LIVE_TAG } from "../display/liveTag.ts";
import { fromNotebook } from "../display/notebookHtml.ts";
import { joinText } from "./format/joinText.ts";
import type {
  MimeBundle,
  MultilineText,
  Notebook,
  NotebookCell,
  NotebookOutput,
} from "./format/nbformat.ts";
import { splitText } from "./format/splitText.ts";

/** Start of the display of work that takes longer than a second. */
const PROGRESS = '<div class="lifeframe-progress"';

/** A chart in the output of a cell, or a small one in a table or a tile. */
const PICTURE =
  /<div class="lifeframe-picture">(<svg [\s\S]*?<\/svg>)<\/div>|(<svg [\s\S]*?<\/svg>)/g;

/** Image pixels per pixel of the chart: legible when enlarged, and still small files. */
const SCALE = 1.5;

/**
 * Prepares an executed notebook for storing and sending. Charts become PNG images, which code
 * hosts, mail programs and notebook viewers show, even if they do not show SVG or do not trust the
 * notebook. An output that only has a chart becomes `image/png`; a chart in other HTML becomes an
 * image in it. Removes the scripts of tables and charts, which such viewers do not run. Also
 * removes progress bars, which have durations, so that two runs give equal notebooks.
 */
export async function withStaticPictures(notebook: Notebook): Promise<Notebook> {
  return { ...notebook, cells: await Promise.all(notebook.cells.map(staticCell)) };
}

async function staticCell(cell: NotebookCell): Promise<NotebookCell> {
  if (cell.cell_type !== "code") return cell;
  const outputs = cell.outputs.filter((output) => !htmlOf(output)?.startsWith(PROGRESS));
  return { ...cell, outputs: await Promise.all(outputs.map(staticOutput)) };
}

function htmlOf(output: NotebookOutput): string | undefined {
  if (output.output_type !== "display_data" && output.output_type !== "execute_result") {
    return undefined;
  }
  const html = output.data["text/html"] as MultilineText | undefined;
  return html === undefined ? undefined : fromNotebook(joinText(html));
}

async function staticOutput(output: NotebookOutput): Promise<NotebookOutput> {
  const html = htmlOf(output);
  if (html === undefined || !("data" in output)) return output;
  const { "text/html": _, ...others } = output.data;
  const text = html.replaceAll(LIVE_TAG, "");
  const images = await Promise.all(
    [...text.matchAll(PICTURE)].map(([, chart, small]) => paint(chart ?? small!)),
  );
  if (images.length === 1 && text.replace(PICTURE, "").trim() === "") {
    const { data, width, height } = images[0]!;
    return {
      ...output,
      data: { "image/png": data, ...others } satisfies MimeBundle,
      metadata: { ...output.metadata, "image/png": { height, width } },
    };
  }
  let next = 0;
  const replaced = text.replaceAll(PICTURE, () => imageElement(images[next++]!));
  return { ...output, data: { "text/html": splitText(replaced), ...others } };
}

/** A rendered chart: base64, and its size in CSS pixels. */
interface Image {
  readonly data: string;
  readonly width: number;
  readonly height: number;
  /** Summary of the chart, escaped as in its SVG. */
  readonly alt: string;
  /** Class of a small chart, for the style around it. */
  readonly className: string | undefined;
}

async function paint(svg: string): Promise<Image> {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!;
  const [, className, title] = /^<svg [^>]*class="(\w+)"[^>]*><title>([^<]*)</.exec(svg) ?? [];
  return {
    data: (await toPng(withNamespace(svg), { scale: SCALE })).toBase64(),
    width: Number(width),
    height: Number(height),
    alt: /<desc id="[^"]*-desc">([^<]*)<\/desc>/.exec(svg)?.[1] ?? title ?? "",
    className,
  };
}

/** Returns a standalone SVG, with the namespace that SVG inside HTML does not need. */
function withNamespace(svg: string): string {
  return /^<svg [^>]*xmlns=/.test(svg)
    ? svg
    : svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
}

function imageElement({ data, width, height, alt, className }: Image): string {
  const text = alt.replaceAll('"', "&quot;");
  const start = className === undefined ? "<img" : `<img class="${className}"`;
  return `${start} alt="${text}" width="${width}" height="${height}" src="data:image/png;base64,${data}">`;
}
