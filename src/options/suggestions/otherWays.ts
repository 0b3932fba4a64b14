/**
 * Replies to options that a function does not have and that no other option replaces: actions, then
 * words in lower case, then the call to write. `(no by)` excludes functions with the option `by`.
 */
const OTHER_WAYS = `
read workouts: activity type kind sport name: keep rows instead, workouts.filter(pl.col("activity").eq(pl.lit("Running"))) of Polars
compare, draw a comparison: before after baseline followup: write a and b, such as { a: "2025-02", b: "2025-03" }
compare, draw a comparison: group groups groupby column factor label labels x hue color colour: write condition, the column whose two values are compared
draw: ylabel xlabel ylab xlab: write unit, or title for the text above the chart
draw: linewidth strokewidth linestyle dash marker markersize alpha opacity symbol: draw your own mark on top with plot: { marks }
draw (no fit): smooth smoothing moving rolling: pass the smoothed values, such as series.rolling(frame, { window: "7d" })
draw: log logy logscale logarithmic: write plot: { y: { type: "log" } }
draw (no range): date night day when: keep the rows to draw, such as series.between(stages, "2025-03-10")
read a time series: source sources sourcepriority priority: read me.samples(metric, when), then series.fromSamples(samples, when, { kind, sourcePriority })
export: format type filetype: it writes Parquet and JSON lines; write one frame with .writeCSV("days.csv") of Polars
read the health export: start end since until from to start_date range when period: read.any(path, { range: "2025-03" }) reads a range
draw: figsize size dimensions aspect dpi: write width and height in pixels
draw (no by): color colour stroke linecolor hue palette cmap colors colours colorscheme colormap: a measure has the colour of its domain; for your own, draw a mark on top with plot: { marks }
draw: theme dark darkmode mode background style template: a chart follows the light or dark colours of the page
draw (no range): xlim xlimits xrange xdomain: keep the rows to draw, such as series.between(frame, "2025-W11")
draw: ylim ylimits yrange ydomain yscale domain scale: write plot: { y: { domain: [40, 180] } }
draw: fill facecolor: a measure has the colour of its domain; for your own, draw a mark on top with plot: { marks }
make a report: sections parts include only charts: a report shows every part with data; for some of it, call the charts, such as plot.sleepBars(stages), or await me.digest(when)
make a report: format output type filename path: save it by extension, await report.save("report.pdf") or "report.html"
read CSV: parsedates tryparsedates parse infer infertypes: dates are detected; for other names write columns, such as { columns: { time: "Date" } }
sum up days: by freq every period: the days are in the frame of the answer, (await me.totals(metric, when)).frame
`.trim().split("\n").map((line) => {
  const [actions, words, way] = line.split(/: (.*?): (.*)/) as [string, string, string];
  const [named, without] = actions.split(/ \(no (.*)\)/) as [string, string?];
  return { actions: named.split(", "), without, words: words.split(" "), way };
});

/** Returns what to write instead of an option, or `undefined` if another option may be meant. */
export function otherWay(
  action: string,
  name: string,
  names: readonly string[],
): string | undefined {
  const word = name.replaceAll("_", "").toLowerCase();
  return OTHER_WAYS.find(({ actions, without, words }) =>
    words.includes(word) && (without === undefined || !names.includes(without)) &&
    actions.some((one) => action === one || action.startsWith(`${one} `))
  )?.way;
}
