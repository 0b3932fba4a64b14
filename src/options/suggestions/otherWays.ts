/**
 * Replies to options that a function does not have and that no other option replaces: actions, then
 * words in lower case, then the call to write.
 */
const OTHER_WAYS = `
read workouts: activity type kind sport name: keep rows instead, workouts.filter(pl.col("activity").eq(pl.lit("Running"))) of Polars
compare, draw a comparison: before after baseline followup: write a and b, such as { a: "2025-02", b: "2025-03" }
compare, draw a comparison: group groups groupby column factor label labels: write condition, the column whose two values are compared
draw: ylabel xlabel ylab xlab: write unit, or title for the text above the chart
draw: figsize size dimensions: write width and height in pixels
`.trim().split("\n").map((line) => {
  const [actions, words, way] = line.split(/: (.*?): (.*)/) as [string, string, string];
  return { actions: actions.split(", "), words: words.split(" "), way };
});

/** Returns what to write instead of an option, or `undefined` if another option may be meant. */
export function otherWay(action: string, name: string): string | undefined {
  const word = name.replaceAll("_", "").toLowerCase();
  return OTHER_WAYS.find(({ actions, words }) =>
    words.includes(word) && actions.some((one) => action === one || action.startsWith(`${one} `))
  )?.way;
}
