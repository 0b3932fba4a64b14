import { guideValues, missingField } from "../../options/guided.ts";
import { showsText } from "../../display/displayMembers.ts";
import type { MakerExport } from "./makerExport.ts";
import { reportText } from "./reportText.ts";

/** Prototype of exports: a field that there is not is an error that names the frame of that name. */
const EXPORT = {};
guideValues(EXPORT, (value, name) =>
  missingField("the export", name, [
    ...Object.keys(value).map((one) => [one, one] as const),
    ...Object.entries(value).flatMap(([group, frames]) =>
      GROUPS.has(group)
        ? Object.keys(frames).map((one) => [one.replace(PREFIX, ""), `${group}.${one}`] as const)
        : []
    ),
  ]));

/** Fields of an export that hold frames by name. */
const GROUPS: ReadonlySet<string> = new Set(["metrics", "others", "records"]);

/** Beginning of the phone's names. */
const PREFIX = /^HK[A-Za-z]+TypeIdentifier/;

/** Makes a field that an export does not have an error. */
export function guideExport<T extends object>(content: T): T {
  return Object.setPrototypeOf(content, EXPORT);
}

/**
 * Lets an export, and its report, show as text what was read, what was not, and why. A field that the
 * export does not have is an error.
 */
export function showExport(content: MakerExport): MakerExport {
  const text = () => reportText(content.report);
  showsText(content.report, text);
  return guideExport(showsText(content, text));
}
