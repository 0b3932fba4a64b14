import { joinText } from "../../src/notebook/format/joinText.ts";
import type { MultilineText, NotebookOutput } from "../../src/notebook/format/nbformat.ts";

/** Whether an output is a bar: bars come and go with the time that things take; what they stand beside must not. */
export function isBar(output: NotebookOutput): boolean {
  return output.output_type === "display_data" &&
    joinText((output.data["text/html"] ?? "") as MultilineText).includes("lifeframe-progress");
}
