/**
 * Writes a PNG for each kind of chart with all its golden charts, on light and dark backgrounds:
 * `deno task dev contact-sheets FOLDER`
 */
import { toDark } from "../../src/display/colors.ts";
import { PAPERS } from "../../src/display/paper.ts";
import { toPng } from "../../src/plot/picture/png.ts";

const [target] = Deno.args;
if (target === undefined) throw new TypeError("Cannot write contact sheets: name a folder.");
const folder = new URL("../pictures/", import.meta.url), GAP = 24;
const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
  .filter((name) => name.endsWith(".svg")).sort();
await Deno.mkdir(target, { recursive: true });

for (const [kind, own] of Map.groupBy(names, (name) => /^\w+/.exec(name)![0])) {
  let y = GAP, widest = 0;
  const pictures = own.map((name) => {
    const svg = Deno.readTextFileSync(new URL(name, folder));
    const [, , width, height] = /viewBox="([^"]*)"/.exec(svg)![1]!.split(" ").map(Number);
    const at = y;
    y += height! + GAP;
    widest = Math.max(widest, width! + 2 * GAP);
    return { svg: svg.replaceAll(/<style>[^]*?<\/style>/g, ""), y: at };
  });
  const sheets = (["light", "dark"] as const).map((theme, i) => {
    const { ink, paper } = PAPERS[theme], x = i * widest;
    const drawn = pictures.map(({ svg, y }) =>
      (theme === "dark" ? toDark(svg) : svg)
        .replace("<svg ", `<svg x="${x + GAP}" y="${y}" color="${ink}" `)
    );
    return `<rect x="${x}" width="${widest}" height="${y}" fill="${paper}"/>${drawn.join("")}`;
  });
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * widest}" height="${y}">${
    sheets.join("")
  }</svg>`;
  await Deno.writeFile(`${target}/${kind}.png`, await toPng(sheet, { scale: 1 }));
}
