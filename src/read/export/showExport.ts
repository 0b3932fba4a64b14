import { guideValues, missingField } from "../../options/guided.ts";
import { showsText } from "../../display/displayMembers.ts";
import type { MakerExport } from "./makerExport.ts";
import { reportText } from "./reportText.ts";

/** Prototype of exports: reading a missing field throws an error that suggests the right one. */
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

/** Fields of an export that contain frames by name. */
const GROUPS: ReadonlySet<string> = new Set(["metrics", "others", "records"]);

/** Prefix of Apple's type names. */
const PREFIX = /^HK[A-Za-z]+TypeIdentifier/;

/** Makes an export throw if a missing field is read. */
export function guideExport<T extends object>(content: T): T {
  return Object.setPrototypeOf(content, EXPORT);
}

/**
 * Makes an export and its report print as text: what was read, what was skipped, and why. Reading a
 * missing field throws.
 */
export function showExport(content: MakerExport): MakerExport {
  const text = () => reportText(content.report);
  showsText(content.report, text);
  return guideExport(showsText(content, text));
}
