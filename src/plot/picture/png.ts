import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { packageFile } from "../../options/loadModule.ts";
import { PAPERS } from "../../display/paper.ts";

/** How a picture becomes PNG. */
export interface PngOptions {
  /** Pixels of the image for one of the picture's own, from 0.1 to 8. @default 2 */
  scale?: number;
  /** Dark ink on white paper, or light ink on dark paper. @default "light" */
  theme?: "light" | "dark";
}

/** The font of PNG, Source Sans 3 (SIL Open Font License 1.1): the same letters on every machine. */
const FONT = "Source Sans 3";

/** Its files: text, and titles. */
const FONT_FILES = ["400Regular/SourceSans3_400Regular", "600SemiBold/SourceSans3_600SemiBold"];

/** Letters that the font has none of: with these, the machine's own fonts are asked as well. */
const OTHER_LETTERS =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Paints an SVG document as PNG, by resvg: no browser is needed, and the same picture gives the same
 * bytes on every machine. Text is in Source Sans 3; only where a text holds letters that it has not,
 * such as Japanese ones, the machine's fonts are taken for these.
 *
 * @param svg A picture in the ink of the page around it.
 * @throws {TypeError} if an option does not exist or is of another kind
 * @throws {RangeError} if `scale` is not from 0.1 to 8
 */
export async function toPng(
  svg: string,
  options: PngOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  checkOptions("write the picture as PNG", options, { scale: true, theme: true });
  const { scale = 2, theme = "light" } = options;
  if (!(typeof scale === "number" && scale >= 0.1 && scale <= 8)) {
    const problem = `scale is ${describeValue(scale)}, expected a number from 0.1 to 8`;
    throw new (typeof scale === "number" ? RangeError : TypeError)(
      `Cannot write the picture as PNG: ${problem}`,
    );
  }
  if (!Object.hasOwn(PAPERS, theme)) {
    throw new TypeError(
      `Cannot write the picture as PNG: theme is ${
        describeValue(theme)
      }, expected "light" or "dark"`,
    );
  }
  const { Resvg } = await import("@resvg/resvg-js");
  const image = new Resvg(svg.replace("<svg ", `<svg color="${PAPERS[theme].ink}" `), {
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
  });
  return new Uint8Array(image.render().asPng());
}
