const DELIMITERS = [",", ";", "\t", "|"];

/** Returns the most frequent separator in the header row. */
export function inferDelimiter(text: string): string {
  const line = /[^\r\n]+/.exec(text)?.[0] ?? "";
  const bare = line.replaceAll(/"(?:""|[^"])*"?/g, "");
  const counts = DELIMITERS.map((mark) => bare.split(mark).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? "," : DELIMITERS[counts.indexOf(most)]!;
}
