import { meantName } from "../../options/suggest.ts";
import { type Place, RIGHT_CALLS } from "./rightCalls.ts";

/** Calls of the table by place and word. */
const CALLS = Object.fromEntries(
  Object.entries(RIGHT_CALLS).map(([place, lines]) => [
    place,
    new Map(
      lines.trim().split("\n").flatMap((line): [string, string][] => {
        const [words = "", call = ""] = line.trim().split(/: (.*)/);
        return words.split(" ").map((word) => [word, call]);
      }),
    ),
  ]),
) as unknown as Readonly<Record<Place, ReadonlyMap<string, string>>>;

/** Word before the name: `getSleep`, `add_note`, `geom_line`; after it: `lineChart`, `lineY`. */
const BEFORE =
  /^(?:add|build|calc|calculate|compute|create|draw|fetch|geom|get|list|load|make|mark|plot|read|show|write)/;
const AFTER = /(?:x|y|chart|diagram|graph|plot)$/;

/**
 * Creates messages for members that a namespace or the client does not have. They suggest a call
 * from the table of right calls, a member of the same name elsewhere, or a similar name. Otherwise
 * they suggest a call from the table of another namespace. Without a suggestion, they list the
 * members.
 *
 * @param elsewhere Members of other namespaces by their path: `{ plot: ["line"] }`.
 */
export function missingMember(
  place: Place,
  elsewhere: Readonly<Record<string, readonly string[]>>,
): (name: string, names: readonly string[]) => string {
  return (name, names) => {
    const word = name.replaceAll("_", "").toLowerCase();
    const near = meantName(name, names);
    const path = Object.keys(elsewhere).find((path) => elsewhere[path]!.includes(name));
    const bare = word.replace(BEFORE, "").replace(AFTER, "");
    const member = names.find((one) => bare !== "" && one.toLowerCase() === bare);
    const call = CALLS[place].get(word) ?? CALLS[place].get(word.replace(AFTER, "")) ??
      (path === undefined ? undefined : `${path}.${name}`) ??
      (near === undefined ? undefined : `${place}.${near}`) ??
      CALLS[place].get(bare) ?? (member === undefined ? undefined : `${place}.${member}`) ??
      Object.values(CALLS).find((words) => words.has(word))?.get(word);
    return `Cannot read ${place}.${name}: ${place} has no ${name}. ` +
      (call === undefined ? `It has ${names.join(", ")}.` : `Use ${call}.`);
  };
}
