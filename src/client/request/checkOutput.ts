import { OUTPUT_METHODS, type OutputMethod } from "../../api/fields/enums.ts";
import { nearest } from "../../options/suggestions/nearest.ts";

/**
 * Returns the output if a service can send it.
 *
 * @throws {RangeError} if it cannot; the message suggests the nearest output
 */
export function checkOutput(output: OutputMethod, action: string): OutputMethod {
  if (OUTPUT_METHODS.includes(output)) return output;
  const near = nearest(String(output), OUTPUT_METHODS);
  throw new RangeError(
    `Cannot ${action}: output ${JSON.stringify(output)} is not one of ${OUTPUT_METHODS.join(", ")}${
      near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`
    }`,
  );
}
