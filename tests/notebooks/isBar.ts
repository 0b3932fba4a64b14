import { joinText } from "../../src/notebook/format/joinText.ts";
import type { MultilineText, NotebookOutput } from "../../src/notebook/format/nbformat.ts";

/**
 * Returns whether an output is a progress bar. Bars depend on the duration of the work; the other
 * outputs must not.
 */
export function isBar(output: NotebookOutput): boolean {
  return output.output_type === "display_data" &&
    joinText((output.data["text/html"] ?? "") as MultilineText).includes("lifeframe-progress");
}
