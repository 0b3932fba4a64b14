import { displayMembers } from "../../show/displayMembers.ts";
import type { MakerExport } from "./makerExport.ts";
import { reportText } from "./reportText.ts";

/** Lets an export, and its report, show in a cell or a terminal what was read, what was not, and why. */
export function showExport(content: MakerExport): MakerExport {
  const show = <T extends object>(value: T): T => {
    const members = displayMembers(() => reportText(content.report));
    for (const symbol of Object.getOwnPropertySymbols(members)) {
      // Not to be seen where two exports are compared or one is copied.
      Object.defineProperty(value, symbol, { value: members[symbol], configurable: true });
    }
    return value;
  };
  show(content.report);
  return show(content);
}
