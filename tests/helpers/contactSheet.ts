/**
 * Writes a PNG for each kind of chart: its golden charts and its situations (all rows, few rows, no
 * rows, a year, ten years, twelve sources, each as wide as a page and as a phone), in light, in dark
 * and in grey print:
 * `deno task dev contact-sheets FOLDER`
 */
import { fromRows, type Row } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { toDark } from "../../src/display/colors.ts";
import { PAPERS } from "../../src/display/paper.ts";
import { toPng } from "../../src/plot/picture/png.ts";
import { EVERY_PICTURE, type PictureCase, TZ } from "../plot/everyPicture.ts";

const [target] = Deno.args;
if (target === undefined) throw new TypeError("Cannot write contact sheets: name a folder.");
const folder = new URL("../pictures/", import.meta.url), GAP = 24, PHONE = 360;
const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
  .filter((name) => name.endsWith(".svg")).sort();
await Deno.mkdir(target, { recursive: true });

const DAY = 86_400_000, MOST_ROWS = 90_000;

/** Repeats rows after each other until they cover a number of days, as far as times are moved. */
function repeated({ rows, schema }: PictureCase, days: number): readonly Row[] {
  const times = Object.keys(schema).filter((name) => schema[name] === "time");
  const at = (row: Row, name: string): number => Date.parse(String(row[name]));
  const all = rows.flatMap((row) => times.map((name) => at(row, name)));
  const span = DAY * Math.ceil((Math.max(...all) - Math.min(...all)) / DAY);
  if (!(span > 0)) return [];
  const copies = Math.min(Math.ceil(days * DAY / span), Math.floor(MOST_ROWS / rows.length));
  return Array.from({ length: copies }, (_, copy) =>
    rows.map((row) => ({
      ...row,
      ...Object.fromEntries(
        times.map((name) => [name, new Date(at(row, name) + copy * span).toISOString()]),
      ),
    }))).flat();
}

/** Gives the rows to twelve sources in turn. */
function ofTwelve({ rows, schema }: PictureCase): readonly Row[] {
  return "source" in schema
    ? rows.map((row, i) => ({ ...row, source: `Source ${1 + i % 12}` }))
    : [];
}

/** Draws a kind in all situations, for a page and a phone. */
async function situations(kind: string): Promise<string[]> {
  const one = EVERY_PICTURE[kind];
  if (one === undefined) return [];
  const drawn: string[] = [];
  const more = [repeated(one, 365), repeated(one, 3650), ofTwelve(one)];
  for (
    const rows of [one.rows, one.rows.slice(0, 3), [], ...more.filter(({ length }) => length > 0)]
  ) {
    const frame = toFrame(fromRows(rows, one.schema, { zone: TZ }));
    for (const width of [undefined, PHONE]) {
      try {
        const picture = one.draw(frame, { tz: TZ, ...(width && { width }) });
        drawn.push(await picture.svg());
      } catch (error) {
        if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
      }
    }
  }
  return drawn;
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

for (const [kind, own] of Map.groupBy(names, (name) => /^\w+/.exec(name)![0])) {
  const goldens = own.map((name) => Deno.readTextFileSync(new URL(name, folder)));
  let y = GAP, widest = 0;
  const pictures = [...goldens, ...await situations(kind)].map((svg) => {
    const [, , width, height] = /viewBox="([^"]*)"/.exec(svg)![1]!.split(" ").map(Number);
    const at = y;
    y += height! + GAP;
    widest = Math.max(widest, width! + 2 * GAP);
    return { svg: svg.replaceAll(/<style>[^]*?<\/style>/g, ""), y: at };
  });
  const sheets = LOOKS.map(({ ink, paper, turn }, i) => {
    const x = i * widest;
    const drawn = pictures.map(({ svg, y }) =>
      turn(svg).replace("<svg ", `<svg x="${x + GAP}" y="${y}" color="${ink}" `)
    );
    return `<rect x="${x}" width="${widest}" height="${y}" fill="${paper}"/>${drawn.join("")}`;
  });
  const width = LOOKS.length * widest;
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}">${
    sheets.join("")
  }</svg>`;
  await Deno.writeFile(`${target}/${kind}.png`, await toPng(sheet, { scale: 1 }));
}
