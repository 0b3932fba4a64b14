import type { ExportCollector } from "../export/exportCollector.ts";
import type { ExportFile } from "../export/exportFiles.ts";
import { readExportJson } from "../export/exportJson.ts";

/** An object of the export, and where it stands in its file. */
export interface GarminRecord {
  /** The number at a path of keys; undefined where nothing stands there, NaN where it is not a number. */
  number(...path: readonly string[]): number | undefined;
  /** The text at a path of keys. */
  text(...path: readonly string[]): string | undefined;
  /** The objects of the list at a path of keys; none where there is no list. */
  list(...path: readonly string[]): readonly GarminRecord[];
  /** Where it stands in its file. */
  readonly where: string;
}

/**
 * The objects of a file of JSON, which is a list of them, or a list of objects with lists in `wrapped`.
 *
 * @throws {TypeError} if it is not JSON, or no list
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
