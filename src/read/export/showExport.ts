import { showsText } from "../../show/showsText.ts";
import type { MakerExport } from "./makerExport.ts";
import { reportText } from "./reportText.ts";

/** Lets an export, and its report, show as text what was read, what was not, and why. */
export function showExport(content: MakerExport): MakerExport {
  const text = () => reportText(content.report);
  showsText(content.report, text);
  return showsText(content, text);
}
