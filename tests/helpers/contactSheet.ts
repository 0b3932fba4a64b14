/**
 * Writes a PNG for each kind of chart: its golden charts, and its situations as wide as
 * a page and as a phone, in light, in dark and in grey print:
 * `deno task dev contact-sheets FOLDER`, followed by names of kinds for some of them only
 */
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { toDark } from "../../src/display/colors.ts";
import { PAPERS } from "../../src/display/paper.ts";
import { toPng } from "../../src/plot/picture/png.ts";
import { PHONE_WIDTH } from "../../src/plot/picture/spec.ts";
import { EVERY_PICTURE, TZ } from "../plot/everyPicture.ts";
import { situations } from "../plot/situations.ts";

const [target, ...kinds] = Deno.args;
if (target === undefined) throw new TypeError("Cannot write contact sheets: name a folder.");
const folder = new URL("../pictures/", import.meta.url), GAP = 24;
const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
  .filter((name) => name.endsWith(".svg")).sort();
await Deno.mkdir(target, { recursive: true });

/** Draws a kind in all situations, for a page and a phone. */
async function drawn(kind: string): Promise<string[]> {
  const one = EVERY_PICTURE[kind], svgs: string[] = [];
  if (one === undefined) return [];
  for (const rows of Object.values(situations(one))) {
    const frame = toFrame(fromRows(rows, one.schema, { zone: TZ }));
    for (const width of [undefined, PHONE_WIDTH]) {
      try {
        svgs.push(await one.draw(frame, { tz: TZ, ...(width && { width }) }).svg());
      } catch (error) {
        if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
      }
    }
  }
  return svgs;
}

/** Replaces colours by the grey of a printer (Rec. 601). */
function toGrey(svg: string): string {
  return svg.replaceAll(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b/g, (_, r, g, b) => {
    const [red, green, blue] = [r, g, b].map((part) => parseInt(part, 16));
    const grey = Math.round(0.299 * red! + 0.587 * green! + 0.114 * blue!);
    return `#${grey.toString(16).padStart(2, "0").repeat(3)}`;
  });
}

const LOOKS = [
  { ...PAPERS.light, turn: (svg: string) => svg },
  { ...PAPERS.dark, turn: toDark },
  { ...PAPERS.light, turn: toGrey },
];

const byKind = Map.groupBy(names, (name) => /^\w+/.exec(name)![0]);
const unknown = kinds.filter((kind) => !byKind.has(kind));
if (unknown.length > 0) throw new TypeError(`Cannot write contact sheets of ${unknown.join()}.`);
for (const [kind, own] of byKind) {
  if (kinds.length > 0 && !kinds.includes(kind)) continue;
  const goldens = own.map((name) => Deno.readTextFileSync(new URL(name, folder)));
  let y = GAP, widest = 0;
  const pictures = [...goldens, ...await drawn(kind)].map((svg) => {
    const [, , width, height] = /viewBox="([^"]*)"/.exec(svg)![1]!.split(" ").map(Number);
    const at = y;
    y += height! + GAP;
    widest = Math.max(widest, width! + 2 * GAP);
    return { svg: svg.replaceAll(/<style>[^]*?<\/style>/g, ""), y: at };
  });
  const sheets = LOOKS.map(({ ink, paper, turn }, i) => {
    const x = i * widest;
    const placed = pictures.map(({ svg, y }) =>
      turn(svg).replace("<svg ", `<svg x="${x + GAP}" y="${y}" color="${ink}" `)
    );
    return `<rect x="${x}" width="${widest}" height="${y}" fill="${paper}"/>${placed.join("")}`;
  });
  const width = LOOKS.length * widest;
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}">${
    sheets.join("")
  }</svg>`;
  await Deno.writeFile(`${target}/${kind}.png`, await toPng(sheet, { scale: 1 }));
}
