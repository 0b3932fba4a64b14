/**
 * Writes a PNG for each kind of chart: its golden charts and its situations (all rows, few rows, one
 * day or night, a month, gaps, outliers, no rows, a year, ten years, twelve sources, each as wide as
 * a page and as a phone), in light, in dark and in grey print:
 * `deno task dev contact-sheets FOLDER`, followed by names of kinds for some of them only
 */
import { fromRows, type Row } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { toDark } from "../../src/display/colors.ts";
import { PAPERS } from "../../src/display/paper.ts";
import { toPng } from "../../src/plot/picture/png.ts";
import { PHONE_WIDTH } from "../../src/plot/picture/spec.ts";
import { EVERY_PICTURE, type PictureCase, TZ } from "../plot/everyPicture.ts";

const [target, ...kinds] = Deno.args;
if (target === undefined) throw new TypeError("Cannot write contact sheets: name a folder.");
const folder = new URL("../pictures/", import.meta.url), GAP = 24, PHONE = PHONE_WIDTH;
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

/** Returns the rows of the first 24 hours; none if rows have no times. */
function oneDay({ rows, schema }: PictureCase): readonly Row[] {
  const [time] = Object.keys(schema).filter((name) => schema[name] === "time");
  const at = (row: Row): number => Date.parse(String(row[time!]));
  return time === undefined ? [] : rows.filter((row) => at(row) < at(rows[0]!) + DAY);
}

/** Leaves out four of ten rows, in runs. */
function withGaps({ rows }: PictureCase): readonly Row[] {
  const run = Math.max(1, Math.ceil(rows.length / 10));
  return rows.filter((_, i) => ![2, 3, 6, 7].includes(Math.floor(i / run) % 10));
}

/** Multiplies one value of each numeric column by 40. */
function withOutlier({ rows, schema }: PictureCase): readonly Row[] {
  const names = Object.keys(schema).filter((name) => schema[name] === "float64");
  const place = Math.floor(rows.length / 3);
  return names.length === 0 ? [] : rows.map((row, i) =>
    i === place
      ? {
        ...row,
        ...Object.fromEntries(names.map((name) => [name, 40 * (Number(row[name]) || 100)])),
      }
      : row
  );
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
  const more = [
    oneDay(one),
    repeated(one, 30),
    withGaps(one),
    withOutlier(one),
    repeated(one, 365),
    repeated(one, 3650),
    ofTwelve(one),
  ];
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

const drawn = Map.groupBy(names, (name) => /^\w+/.exec(name)![0]);
const unknown = kinds.filter((kind) => !drawn.has(kind));
if (unknown.length > 0) throw new TypeError(`Cannot write contact sheets of ${unknown.join()}.`);
for (const [kind, own] of drawn) {
  if (kinds.length > 0 && !kinds.includes(kind)) continue;
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
