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

/**
 * Returns the parts of a name of several words, the last words first: for `getSleepStages`,
 * `sleepstages`.
 */
function partsOf(name: string): string[] {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase().split("_")
    .filter((word) => word !== "");
  const ends = words.map((_, i) => words.slice(i).join(""));
  const starts = words.map((_, i) => words.slice(0, words.length - i).join(""));
  return [...ends.slice(1), ...starts.slice(1)];
}

/**
 * Creates messages for members that a namespace or the client does not have. They suggest a call
 * from the table of right calls, a member of the same name elsewhere, or a similar name. Otherwise
 * they suggest a call from the table of another namespace. Without a suggestion, they list the
 * members.
 *
 * @param elsewhere Members of other namespaces by their path: `{ plot: ["line"] }`.
 * @param other Returns the call for another kind of name.
 */
export function missingMember(
  place: Place,
  elsewhere: Readonly<Record<string, readonly string[]>>,
  other: (name: string) => string | undefined = () => undefined,
): (name: string, names: readonly string[]) => string {
  return (name, names) => {
    const word = name.replaceAll("_", "").toLowerCase();
    const near = meantName(name, names);
    const path = Object.keys(elsewhere).find((path) => elsewhere[path]!.includes(name));
    const part = partsOf(name).map((word) => {
      const member = names.find((one) => one.toLowerCase() === word);
      return CALLS[place].get(word) ?? (member === undefined ? undefined : `${place}.${member}`);
    }).find((call) => call !== undefined);
    // Observable Plot has barX and barY, lineX and lineY, and so on.
    const call = CALLS[place].get(word) ?? CALLS[place].get(word.replace(/[xy]$/, "")) ??
      (path === undefined ? undefined : `${path}.${name}`) ??
      other(name) ??
      (near === undefined ? undefined : `${place}.${near}`) ??
      part ??
      Object.values(CALLS).find((words) => words.has(word))?.get(word);
    return `Cannot read ${place}.${name}: ${place} has no ${name}. ` +
      (call === undefined ? `It has ${names.join(", ")}.` : `Use ${call}.`);
  };
}
