/** A phrase that somebody may search for, and the pages that answer it. */
export interface SearchPhrase {
  readonly phrase: string;
  /** Paths of the site without `.html`. */
  readonly pages: readonly string[];
}

/** `phrase => page, page`; a page without a folder is a guide. Half are questions, a tenth has typos. */
const PHRASES = `
how to install => start
get started => start
first report => start, report
what do I need to run this => start, deno
how do I begin => start
import garmin => your-data
import apple health => your-data, functions/read.appleHealth, start
how do I get my data out of my Fitbit => your-data, functions/read.fitbit
can it read my Oura ring => your-data, functions/read.oura
does it work with Samsung Health => your-data
how do I open a big export => your-data
what happens if I import the same file twice => your-data, functions/me.ingest
undo import => your-data
my file is damaged, is everything lost => your-data
how do I read a spreadsheet => functions/read.csv, cookbook-data
csv with a decimal comma => functions/read.csv, functions/read.csvInfo
calendar file => functions/read.ics, your-data
gpx track => functions/read.gpx, your-data
social jetlag => functions/sleep.timing, glossary, analysis
heart rate variability => glossary, metrics, your-data, cookbook-heart
daylight saving => times, analysis
sleep regularity index => functions/sleep.regularity, glossary
how regular is my sleep => cookbook-sleep, functions/sleep.regularity, functions/plot.regularity
how long did I sleep last night => cookbook-sleep, functions/me.lastNight
why does a night start at noon => analysis, days
when do I fall asleep => cookbook-sleep, functions/plot.timeline, functions/sleep.timing
what does WASO mean => glossary, days
what is sleep efficiency => glossary, days
what does the column whole mean => days, glossary
columns of nightly => days, functions/me.nightly, functions/sleep.nightly
deep sleep => cookbook-sleep, glossary, 07_sleep_in_depth, days
does alcohol cost me deep sleep => cookbook-compare
do I sleep better after a workout => cookbook-compare, days
is my resting heart rate going up => cookbook-heart
how many steps did I walk this year => cookbook-activity, 03_a_year_of_steps, functions/me.totals
which weekday do I walk most => cookbook-activity, 06_weekdays_and_seasons
was summer different from winter => 04_two_periods, cookbook-compare
compare two weeks => functions/plot.overlay, functions/series.compare, cookbook-compare
is this difference real or just chance => trust, functions/series.compare
what is a p value => trust
false alarms => trust
correlation => functions/series.correlate, functions/me.correlate, cookbook-compare
does coffee keep me awake => cookbook-compare, cookbook-heart
how do I send my doctor three months => cookbook-share, report
print a pdf => report, functions/me.report, cookbook-share
hide my name in a report => report, cookbook-share
who can see my data => privacy, security
does anything leave my computer => privacy, security
delete my data => privacy, functions/me.erase, cookbook-share, mirror
export everything => mirror, functions/me.exportTo, cookbook-share
offline copy of a service => mirror, functions/mirror
keep my data in a folder => functions/local, your-data, start
password or token => service, functions/connect, cookbook-share
share with a friend => 08_two_people, cookbook-share
pandas => exchange, comparisons
how do I use it from R => exchange
duckdb => exchange
excel => exchange, functions/read.csv, cookbook-data, cookbook-share
node => npm
does it run in Node => npm
docker binder try online => start, notebooks
jupyter => notebooks
why is my notebook output in the wrong cell => notebooks, deno
slider in a notebook => notebooks, functions/show.input
notebook for every month => notebooks
dark mode chart => functions/plot.line, pictures, gallery
save a chart as png => cookbook-share, notebooks, pictures, functions/plot.hypnogram
which charts are there => gallery, functions/plot
heat map of the week => functions/plot.weekHours, gallery
two charts on one axis => functions/plot.beside, pictures
chart of a whole year => pictures, functions/plot.calendar, gallery
hypnogram => functions/plot.hypnogram, gallery
german dates => times
time zone when I travel => analysis, times
jet lag on a flight => analysis, times
resample to five minutes => functions/series.resample
moving average => functions/series.rolling
fill gaps => functions/series.resample, functions/series.rolling, analysis
convert miles to kilometres => functions/series.convert
body clock rhythm => functions/series.rhythm, functions/series.cosinor, cookbook-activity
which device is right => functions/sleep.agreement, functions/sleep.blandAltman, sources, cookbook-sleep
my watch and my ring disagree => sources, functions/sleep.merge, functions/sleep.agreement, cookbook-sleep
which source counts => sources, analysis
where was I on a day in march => functions/me.day, 09_total_recall, cookbook-activity
how far did I travel => functions/places.distance, cookbook-activity
nearest city => functions/places.nearestCity
many people study => cohort, 13_a_cohort
spark => cohort
how fast is it => performance
how does it compare with other programs => comparisons, performance
report a bug => help, contributing
it does not work => help
how can I add another watch => contributing
what changed in the new version => changelog
cite in a paper => help, start
sleap stages => functions/sleep.stages, functions/me.stages, glossary
hart rate => cookbook-heart, glossary, metrics, 10_heart_rate_around_nights
metrc names => metrics
daylite saving => times, analysis
regularty of sleep => functions/sleep.regularity, cookbook-sleep, functions/plot.regularity
instal on windows => start, deno
calender heatmap => functions/plot.calendar, gallery
timezone setings => times, analysis
corelation with p valeu => functions/series.correlate, trust, functions/me.correlate
aplle health export => functions/read.appleHealth, your-data
fitbti takeout => functions/read.fitbit, your-data
privcy => privacy, security
`;

/** The phrases with the pages that answer them. */
export const SEARCH_PHRASES: readonly SearchPhrase[] = PHRASES.trim().split("\n").map((line) => {
  const [phrase, pages] = line.split(" => ") as [string, string];
  const path = (page: string): string =>
    page === "gallery" ? "pictures/index" : page.includes("/") ? page : `guides/${page}`;
  return { phrase, pages: pages.split(", ").map(path) };
});
