import type { ExportCollector } from "../export/exportCollector.ts";
import type { ExportFile } from "../export/exportFile.ts";
import { readExportJson } from "../export/exportJson.ts";

/** Object of the export. */
export interface GarminRecord {
  /**
   * Returns the number at a path of keys; `undefined` if it is missing, NaN if it is not a number.
   */
  number(...path: readonly string[]): number | undefined;
  /** Returns the text at a path of keys. */
  text(...path: readonly string[]): string | undefined;
  /** Returns the objects of the list at a path of keys; an empty list if it is missing. */
  list(...path: readonly string[]): readonly GarminRecord[];
  /** Place in the file, for the report. */
  readonly where: string;
}

/**
 * Reads the objects of a JSON file: a list of objects, or a list of objects with lists in
 * `wrapped`.
 *
 * @throws {TypeError} if it is not JSON or not a list
 */
export async function readGarminRecords(
  file: ExportFile,
  collector: ExportCollector,
  wrapped?: string,
): Promise<readonly GarminRecord[]> {
  const content = await readExportJson(file, collector);
  if (!Array.isArray(content)) throw new TypeError("it is not a list");
  const list = wrapped === undefined ? content : content.flatMap((part: unknown) => {
    const inner = valueAt(part, [wrapped]);
    return Array.isArray(inner) ? inner : [];
  });
  return list.map((value, at) => recordOf(value, `entry ${at + 1}`));
}

function recordOf(value: unknown, where: string): GarminRecord {
  return {
    where,
    number: (...path) => {
      const found = valueAt(value, path);
      if (found === undefined || found === null) return undefined;
      return typeof found === "number" ? found : NaN;
    },
    text: (...path) => {
      const found = valueAt(value, path);
      return typeof found === "string" && found !== "" ? found : undefined;
    },
    list: (...path) => {
      const found = valueAt(value, path);
      return Array.isArray(found) ? found.map((one) => recordOf(one, where)) : [];
    },
  };
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === "object" && found !== null && Object.hasOwn(found, key)
        ? Reflect.get(found, key)
        : undefined,
    value,
  );
}
