/** So many characters of a name are shown. */
const LONGEST = 28;

/** A name on one line, cut with an ellipsis where it is too long for a picture's margin. */
export function shortenName(name: string, longest = LONGEST): string {
  const characters = [...name.replaceAll(/\s+/g, " ")];
  return characters.length <= longest
    ? characters.join("")
    : `${characters.slice(0, longest - 1).join("")}…`;
}
