const LONGEST = 28;

/** Cuts a name with an ellipsis if it is too long for the margin. */
export function shortenName(name: string, longest = LONGEST): string {
  const characters = [...name.replaceAll(/\s+/g, " ")];
  return characters.length <= longest
    ? characters.join("")
    : `${characters.slice(0, longest - 1).join("")}…`;
}
