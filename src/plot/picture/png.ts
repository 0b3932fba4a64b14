import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { packageFile } from "../../options/loadModule.ts";
import { toDark } from "../../display/colors.ts";
import { PAPERS } from "../../display/paper.ts";

/** Options of {@linkcode Picture.png}. */
export interface PngOptions {
  /** Pixels of the image per pixel of the chart, from 0.1 to 8. @default 2 */
  scale?: number;
  /** Dark ink on white paper, or light ink on dark paper. @default "light" */
  theme?: "light" | "dark";
}

/** Font of PNG files, Source Sans 3 (SIL Open Font License 1.1): the same on every machine. */
const FONT = "Source Sans 3";

/** Files of the font: text, and titles. */
const FONT_FILES = ["400Regular/SourceSans3_400Regular", "600SemiBold/SourceSans3_600SemiBold"];

/** Characters that the font lacks: texts with these also use the machine's own fonts. */
const OTHER_LETTERS =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Renders an SVG document as PNG with resvg, without a browser; the same chart gives the same bytes
 * on every machine. Text is in Source Sans 3. The machine's fonts are only used for characters that
 * it lacks, such as Japanese ones.
 *
 * @param svg A chart in the ink of the page around it.
 * @throws {TypeError} if an option does not exist or has another type
 * @throws {RangeError} if `scale` is not from 0.1 to 8
 */
export async function toPng(
  svg: string,
  options: PngOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  checkOptions("write the chart as PNG", options, { scale: true, theme: true });
  const { scale = 2, theme = "light" } = options;
  if (!(typeof scale === "number" && scale >= 0.1 && scale <= 8)) {
    const problem = `scale is ${describeValue(scale)}, expected a number from 0.1 to 8.`;
    throw new (typeof scale === "number" ? RangeError : TypeError)(
      `Cannot write the chart as PNG: ${problem}`,
    );
  }
  if (!Object.hasOwn(PAPERS, theme)) {
    throw new TypeError(
      `Cannot write the chart as PNG: theme is ${describeValue(theme)}, expected "light" or "dark"`,
    );
  }
  const { Resvg } = await import("@resvg/resvg-js");
  const image = new Resvg(
    (theme === "dark" ? toDark(svg) : svg).replace("<svg ", `<svg color="${PAPERS[theme].ink}" `),
    {
      background: PAPERS[theme].paper,
      fitTo: { mode: "zoom", value: scale },
      font: {
        loadSystemFonts: OTHER_LETTERS.test(svg),
        fontFiles: FONT_FILES.map((file) =>
          packageFile(`@expo-google-fonts/source-sans-3/${file}.ttf`)
        ),
        defaultFontFamily: FONT,
        sansSerifFamily: FONT,
      },
    },
  );
  return new Uint8Array(image.render().asPng());
}
