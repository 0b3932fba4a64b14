import { sameMeaning } from "./suggestions/meanings.ts";
import { nearest } from "./suggestions/nearest.ts";

/** Maximum number of names that are all listed. */
const FEW = 24;

/**
 * Returns the end of a message about an unknown name: the name with the same meaning, otherwise the
 * one with the nearest spelling, otherwise all names if they are few.
 */
export function suggest(name: string, names: readonly string[]): string {
  const meant = meantName(name, names);
  if (meant !== undefined) return `; did you mean ${JSON.stringify(meant)}?`;
  if (names.length === 0) return "; available: none";
  return names.length > FEW ? "" : `; available: ${names.join(", ")}`;
}

/** Returns the name that was meant: a typing error, a synonym, or the nearest spelling. */
export function meantName(name: string, names: readonly string[]): string | undefined {
  const near = nearest(name, names);
  return near !== undefined && isSlip(name, near) ? near : sameMeaning(name, names) ?? near;
}

/**
 * Returns whether two names differ at most in case, underscores or one letter, and are long enough
 * for that to count.
 */
function isSlip(name: string, near: string): boolean {
  return near.length > 3 && nearest(name, [near], 1) !== undefined;
}

/**
 * Rejects a source that the data does not have if one of its sources differs only in case, spaces or
 * one letter. Other unknown sources are ignored, since a range may lack a device.
 *
 * @param known Sources of the data that the order may name.
 * @throws {RangeError} if a name is a near miss
 */
export function rejectNearSource(
  action: string,
  order: readonly string[] | undefined,
  known: readonly (string | null)[],
): void {
  if (order === undefined) return;
  const plain = (name: string): string => name.replaceAll(/[\s_-]/g, "");
  const digits = (name: string): string => name.replaceAll(/\D/g, "");
  const others = known.filter((name) => name !== null).filter((name) => !order.includes(name));
  for (const name of order) {
    if (known.includes(name) || typeof name !== "string") continue;
    const meant = others.find((one) =>
      isSlip(plain(name), plain(one)) && digits(one) === digits(name)
    );
    if (meant === undefined) continue;
    throw new RangeError(
      `Cannot ${action}: sourcePriority has ${
        JSON.stringify(name)
      }, which is not a source of the ` +
        `data; did you mean ${JSON.stringify(meant)}?`,
    );
  }
}
