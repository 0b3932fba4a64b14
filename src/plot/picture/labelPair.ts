import { describeValue } from "../../options/describeValue.ts";

/** @throws {TypeError} if `labels` is given and is not a list of two texts */
export function checkLabelPair(labels: unknown, action: string): void {
  if (labels === undefined) return;
  if (Array.isArray(labels) && labels.length === 2 && labels.every((l) => typeof l === "string")) {
    return;
  }
  throw new TypeError(
    `Cannot ${action}: labels is ${describeValue(labels)}, ` +
      `expected a list of two texts, such as ["Before", "After"].`,
  );
}
