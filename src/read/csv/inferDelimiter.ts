const DELIMITERS = [",", ";", "\t", "|"];

/** What stands between the names in the first line that holds any: the mark that is there most often. */
export function inferDelimiter(text: string): string {
  const line = /[^\r\n]+/.exec(text)?.[0] ?? "";
  const bare = line.replaceAll(/"(?:""|[^"])*"?/g, "");
  const counts = DELIMITERS.map((mark) => bare.split(mark).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? "," : DELIMITERS[counts.indexOf(most)]!;
}
