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

/** What work that takes longer than a second shows of itself. */
const PROGRESS = '<div class="lifeframe-progress"';

/** A picture as it stands in what a cell showed. */
const PICTURE = /<div class="lifeframe-picture">(<svg [\s\S]*?<\/svg>)<\/div>/g;

/** Pixels of the images for one of the picture's own: legible when enlarged, and still small files. */
const SCALE = 1.5;

/**
 * An executed notebook as it is kept and sent: pictures as PNG, which code hosts, mail programs and
 * viewers of notebooks show that show no SVG, or none of a notebook that they do not trust. What was a
 * picture and nothing else is `image/png` alone; a picture within other HTML is an image there. Scripts
 * of tables and pictures are left out, as such viewers run none, and so are bars of progress, which say
 * how long something took: two runs give equal notebooks.
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
  const images = await Promise.all([...text.matchAll(PICTURE)].map(([, svg]) => paint(svg!)));
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

/** A painted picture: base64, and its size in CSS pixels. */
interface Image {
  readonly data: string;
  readonly width: number;
  readonly height: number;
  /** The picture's summary, as it stands in its SVG, escaped. */
  readonly alt: string;
}

async function paint(svg: string): Promise<Image> {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!;
  return {
    data: (await toPng(svg, { scale: SCALE })).toBase64(),
    width: Number(width),
    height: Number(height),
    alt: /<desc[^>]*>([^<]*)<\/desc>/.exec(svg)?.[1] ?? "",
  };
}

function imageElement({ data, width, height, alt }: Image): string {
  const text = alt.replaceAll('"', "&quot;");
  return `<img alt="${text}" width="${width}" height="${height}" src="data:image/png;base64,${data}">`;
}
