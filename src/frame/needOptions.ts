/**
 * Says which options a verb cannot do without, for callers whose types nobody checks, as in notebooks.
 *
 * @throws {TypeError} if there are none
 */
export function needOptions(options: object, needed: string, action: string): void {
  if (typeof options === "object" && options !== null) return;
  throw new TypeError(`Cannot ${action}: it has no options; it needs ${needed}`);
}
