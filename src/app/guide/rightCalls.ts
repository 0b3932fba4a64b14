/** Place in which a member is looked up: `me`, or a namespace. */
export type Place =
  | "experiment"
  | "me"
  | "places"
  | "plot"
  | "range"
  | "read"
  | "series"
  | "show"
  | "sleep";

/**
 * Calls by the words that people look for, in lower case, one per line. Words that are spelled like
 * a member, or mean the same as a word in `options/suggestions/meanings.ts`, need no line.
 */
export const RIGHT_CALLS: Readonly<Record<Place, string>> = {
  experiment: `
    randomise randomize design schedule create new: experiment.plan({ conditions, outcome, firstDay })
    result results analyse analyze evaluate test compare: experiment.judge(nights, plan)
  `,
  me: `
    mood mental symptoms habits: me.diary(when), or me.trend("mood", when, { own: "diary" })
    readiness readinessscore recovery recoveryscore sleepscore bodybattery strain stressscore: me.unusual(when) or me.lastNight(), since there are no scores here
    nights night sleepstats sleepsummary: me.nightly(when)
    sleep: me.stages(when), me.nightly(when) or me.lastNight()
    sleepstages hypnogram stage: me.stages(when)
    days dailytable table dailies byday perday: me.daily(when, { metrics: [...] })
    total sum sums dailytotals count: me.totals(metric, when)
    steps stepcount: me.totals("StepCount", when)
    heartzones heartratezones hrzones effort intensity: series.effort(await me.samples("HeartRate", when), { max: 185, every: "1w" })
    heartrate hr pulse heart: me.series("HeartRate", when, { every: "5m" })
    timeseries metric get fetch query data: me.series(metric, when, { every })
    sample raw records values: me.samples(metric, when)
    metrics types datatypes list available: me.catalog.list(), or me.api.metrics.catalog()
    dailyactivity dailyactivities: me.daily(when, { metrics: ["StepCount", "ActiveCaloriesBurned"], workouts: true })
    activities activity exercises exercise runs training trainings: me.workouts(when)
    workoutsummary activitysums: me.workouts(when, { by: "activity" })
    places locations visits gps: me.api.locations.timeSeries(args), then places.visits(frame)
    export save dump backup download toparquet tocsv write: me.exportTo(folder)
    import load ingestfile upload add read open: me.ingest(path)
    delete remove clear: me.erase(when)
    summary summarize summarise words weekly weeklyreport thisweek lastweek: me.digest(when)
    help docs methods members functions: console.log(me), which lists the calls for your data
    today yesterday recall: me.day(date)
    friend other: me.compareWith(userid, metric, when)
    influence causes cause drivers whatmatters predictors predict insights correlates: me.influences(when, { y: "deep" })
    ill sick illness anomalies outliers episodes: me.unusual(when)
    streak consecutive inarow: me.streaks("StepCount", when, { atLeast: 10000 })
    slope rising falling drift: me.trend("deep", when)
    compare: series.compare(frame, { a: "2025-02", b: "2025-03", y }), or me.compareWith(userid, metric, when) for another person
    correlation correlations corr: me.correlate(when, { metrics: [...] })
    log: me.note("coffee") to add one, or me.diary(when) to read them
    event notes journal calendar: me.events(type, when), or me.diary(when) for your own by day
    sources devices source device: me.api.sources.list()
    last lastdays period month week: me.range.lastDays(30), or { days: 30 } as the range
    timezone zone: me.tz
  `,
  plot: `
    ecdf cdf qq cumulative rank: plot.distribution(frame, { y })
    gantt bedtimebars: plot.timeline(stages)
    blandaltman bland: plot.agreement(stages)
    histogram hist density kde distplot bins frequencies rect: plot.distribution(frame, { y })
    box boxplot boxes violin violinplot boxandwhisker: plot.distribution(frame, { y, by, kind: "box" })
    bar bars stem waffle barchart column columnchart daily barplot steps: plot.dailyBars(frame, { y })
    heatmap heat hourheatmap hours cell: plot.weekHours(frame, { y }), or plot.actogram(frame, { y }) with a row for each day
    lines linechart lineplot timeseries area trend series curve plot chart: plot.line(frame)
    correlationmatrix corrplot correlogram: plot.matrix(series.correlate(frame))
    correlation correlations corr dot dots points regression scatterplot xy: plot.scatter(frame, { x, y })
    nights sleep bedtimes sleepchart sleeptimes: plot.sleepBars(stages)
    stages sleepstages: plot.hypnogram(stages)
    calendarheatmap heatcalendar yearly githubcalendar: plot.calendar(frame, { y })
    hourly profile diurnal circadian averageday: plot.dayProfile(frame, { y })
    clock polar radial rose: plot.polarClock(frame, { y })
    spectrum fft frequency: plot.periodogram(frame, { y })
    grid sidebyside hstack vstack concat row stack subplots layout: plot.beside([first, second])
    facet facets facetgrid facetwrap smallmultiples trellis relplot: plot.multiples(frame, { by })
    map places locations: plot.visits(frame)
    pie donut treemap: plot.dailyBars(frame, { y }), or plot.sleepBars(stages) for shares of a night
    track path route gps: plot.dayPath(frame)
    save export write svg png tosvg topng download: await plot.line(frame).save("chart.svg")
  `,
  series: `
    interpolate interpolation interp: series.resample(frame, { every: "1h" }), then .withColumn(pl.col("heart_rate").interpolate()) of Polars
    fill fillna ffill bfill impute upsample asfreq reindex: series.resample(frame, { every: "1h", fill: "last" })
    downsample decimate lttb simplify: series.thin(frame, { points: 500 })
    groupbydynamic dynamic rollup ohlc floor aggregate bucket bin hourly daily weekly mean sum window groupbytime: series.resample(frame, { every: "1h" })
    gaps gap missing holes completeness: series.resample(frame, { every: "1h", coverage: true }), or plot.coverage(frame)
    outliers outlier anomalies anomaly zscore episodes illness ill sick deviations: series.unusual(frame), or plot.distribution(frame, { percentile: [1, 99] }) for single values
    streak consecutive inarow: series.streaks(frame, { y, atLeast: 10000 })
    clip winsorize: plot.distribution(frame, { percentile: [1, 99] }), or frame.filter(...) of Polars
    groupby group by profile byhour hourofday weekday weekdays withcalendar calendar dateparts bytime features: series.dateParts(frame, { parts: ["hour", "weekday"] }).groupBy("hour").agg(...)
    joinasof join merge asof combine concat zip: series.align({ heart, steps }, { every: "5m" })
    slice cut filter crop loc select range subset trim: series.between(frame, "2025-W11")
    lag shift lead delay: frame.withColumn(pl.col("steps").shift(1)) of Polars, or the option lag of series.correlate
    movingaverage rollingmean smooth sma ewm ma moving: series.rolling(frame, { window: "7d" })
    crosscorrelation ccf xcorr lagcorrelation lagged: series.correlate(frame, { x: [...], y: [...], lag: [0, 1, 2] })
    correlation correlations corr pearson spearman regression regress lm ols linearregression: series.correlate(frame, { x: "steps", y: "asleep" })
    matrix corrplot: plot.matrix(series.correlate(frame))
    autocorrelation acf spectrum fft lombscargle frequency seasonality: series.periodogram(frame, { y })
    slope rising falling theilsen mannkendall drift: series.trend(frame, { y })
    changepoint breakpoint break structuralchange strucchange: series.changePoint(frame, { y }), or series.changePoints(frame, { y }) for several
    ruptures pelt binseg segmentation: series.changePoints(frame, { y })
    its interruption intervention segmented interruptedtimeseries causalimpact: series.interrupted(frame, { y, at: "2025-03-01" })
    change beforeafter: series.compare(frame, { a: "2025-02", b: "2025-03", y }), or plot.dailyBars(frame, { y, form: "trend" })
    ttest welch test difference mannwhitney wilcoxon effectsize anova groups: series.compare(frame, { condition, y })
    normalize normalise standardize scale diff pctchange derivative gradient log derive assign mutate: frame.withColumn(pl.col("steps").diff()) of Polars, or the expression that you need
    cumsum cumulative runningtotal accumulate cummax: frame.withColumn(pl.col("steps").cumSum()) of Polars
    stl seasonaldecompose seasonal: series.decompose(frame, { y })
    detrend: series.decompose(frame, { y }), or plot.dailyBars(frame, { y, form: "trend" })
    tzconvert tzlocalize localize totz: the option tz of a verb or chart, such as series.resample(frame, { every: "1d", tz })
    bootstrap ci confidenceinterval confint interval: series.compare(frame, { condition, y }), with difference_low and difference_high
    describe stats statistics summary quantile percentile median std: frame.describe() of Polars, or plot.distribution(frame, { y })
    fillnull fillnan dropna dropnulls: frame.withColumn(pl.col("heart_rate").fillNull(0)) of Polars
    circadian is iv m10 l5 ra interdailystability intradailyvariability relativeamplitude nonparametric: series.rhythm(frame)
    enmo mad anglez gpart1 gpart2: read.csv(path) of counts per epoch, since raw acceleration is not read here
    nonwear wear weartime choi notworn mask: series.withoutNonWear(frame, { method: "choi" })
    cosine fit sine: series.cosinor(frame)
  `,
  sleep: `
    nights: sleep.nightly(stages) for a row per night, or sleep.sessions(stages) for a row per session
    architecture percentages quality score deep rem light core stagetotals summarize summarise night efficiency durations duration stats summary waso awakenings totals pernight asleep awake latency bynight timeinbed tib timeasleep awaketime stageminutes minutes stagedurations: sleep.nightly(stages)
    naps nap siesta session: sleep.sessions(stages)
    socialjetlag jetlag meantime bedtime bedtimes chronotype midsleep midpoint circular onset waketime: sleep.timing(stages)
    sri index consistency: sleep.regularity(stages)
    debt sleepdebt target deficit: plot.balance(nights, { y, target: 480 })
    during bystage perstage join heartrate: frame.joinAsof(stages, { leftOn: "time", rightOn: "start_time" }) of Polars, or plot.beside([plot.hypnogram(stages), plot.line(frame, { y: "heart_rate" })], { across: 1 })
    combine dedupe deduplicate resolve flatten union: sleep.merge(stages, { sourcePriority })
    colekripke sadeh scripps oakley vanhees sib hdcza sleepwake actigraphy tudorlocke: sleep.fromActivity(counts, { algorithm: "cole-kripke" })
    remcycles ultradian: sleep.nremCycles(stages)
  `,
  places: `
    daily stays home places cluster clusters clustering timeat perday time: places.visits(frame)
    city geocode reverse town: places.nearestCity(point)
    haversine meters km: places.metersBetween(a, b)
    sunrise sunset dawn dusk daylight daylength twilight sun: places.photoperiod(frame, { place: { latitude, longitude } })
  `,
  range: `
    last past days recent lastmonth lastmonths lastweek lastweeks since: range.lastDays(30, tz), or { days: 30 } as the range of a question
    nights night: range.lastNights(30, tz), or { nights: 30 } as the range of a question
    thismonth: range.month("2025-03", tz), or "2025-03" as the range of a question
    thisweek: range.week("2025-W11", tz), or "2025-W11" as the range of a question
    today yesterday date: range.day(date, tz)
    of from to make create dates interval: range.between(from, to, tz), or { from, to } as the range of a question
  `,
  read: `
    auto detect open file load export vendor parse zip takeout health xml: read.any(path)
    strava polar suunto coros samsung google googlefit googletimeline timeline googletakeout amazfit: read.any(path), which reads the vendors in docs/your-data.md, or read.gpx(path) or read.fit(path) for a workout
    inspect info peek preview describe contents summary list stream: read.parts(path), which reads an export part by part, or the report of read.any(path)
    apple healthkit healthexport applehealthexport iphone: read.appleHealth(path)
    table tsv text readcsv: read.csv(path)
    excel xlsx xls spreadsheet: read.csv(path) of the sheet, saved as CSV
    parquet: pl.readParquet(path) of Polars
    json records ndjson: read.any(path) for an export, or JSON.parse(text): every verb takes an array of records
    ipc feather: read.arrow(path)
    workout activityfile tcx: read.fit(path)
    calendar ical icalendar events: read.ics(path)
  `,
  show: `
    df frame print head display data html records: show.table(frame)
    rows everything full: show.all(frame)
    picture chart figure image plot: plot.line(frame), which shows itself as the last value of a cell
    markdown md heading title: a Markdown cell, or Deno.jupyter.md, a template tag of the kernel
  `,
};
