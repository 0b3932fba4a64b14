import { nearest } from "./nearest.ts";

/**
 * Synonyms, one group per line: options, columns, statistics and metrics. The first word is our own
 * name; the others are used by pandas, Polars, Observable Plot, SciPy or everyday language.
 */
const MEANINGS = `
atLeast min minimum goal target threshold greaterthan gte ge over above
atMost max maximum lessthan lte le under below
at date time day when timestamp
value amount count quantity
aggregate agg aggregation aggfunc func fn function reducer reduce statistic stat how
tz timezone zone timezones
every freq frequency interval step resolution bucket samprate samplerate rule grid stepsize
sourcePriority sources source priority priorities prefer preferred preference order rank ranking trust
from start start_time starttime startdate begin since after
to end end_time endtime enddate stop until till before
days lastdays ndays n
nights lastnights nnights
by group groups groupby grouping split hue color colour facet facets z series partition
y value values column columns metric field variable measure yvalue
x time date index xvalue
condition by group groups groupby label labels split x
metrics metric signals columns
unit units yunit
units unit system unitsystem
window size span days length period width rolling
method test kind type algorithm estimator
periods ranges
gap maxgap tolerance limit gaplength
gapSteps gap maxgap
fillNull fillna fillnan replacenull
fill interpolate interpolation fillna fillmethod
lag lags maxlag shift offset delay
minSamples minperiods minobservations mincount
sleep stages sleepstages night
workouts workout exercise activities activity
workout_distance distancekm distancemi km kilometers kilometres mi miles workoutkm workoutmi workoutmiles rundistance
workout_min workoutminutes workoutduration workouttime exerciseminutes minutesofexercise
only types type kinds include
types metrics metric
columns time value values date rename mapping names headers
against compare comparison baseline previous versus
by activity type kind sport
dateFormat format parse datetimeformat
delimiter separator sep
decimal decimalseparator decimalcomma
sheet table tables
band error errorbars ci interval shade
fit trend trendline regression regressionline lm smooth
across columns ncols cols
part by rows per period each
rows nrows facets
bins bin nbins bincount thresholds binwidth
target goal threshold reference
x a first left predictor independent
y b second right outcome response dependent on
skip skiprows skiplines
lastDays last past recent lastmonth lastmonths lastweek lastweeks
month thismonth
week thisweek
deep_min deep deepsleep deepminutes minutesdeep
rem_min rem remsleep remminutes minutesrem
light_min light core lightsleep lightminutes
locale language lang
title heading header caption
rule rules
double doubleplot doubleplotted
confidence level alpha ci conf
limit n top maxrows
userid user person username svcuserid
baseUrl url host server address endpoint
token apikey key password secret bearer
onProgress progress callback
freeDays weekend weekends weekenddays daysoff
shifts shift shiftwork roster shiftdays
allSources all everysource
radius distance eps meters
minStay minduration duration shortest
closed inclusive side
label labels
total sum
descending desc reverse reversed ascending order
svg tosvg
html tohtml markup
save savefig write export download tofile pdf png
sentences text words lines summary
figures changes values numbers metrics
page html tohtml document
deep_pct deep deepsleep deeppercent
rem_pct rem remsleep rempercent
light_pct light core lightsleep
R2 rsquared rsq
SJL socialjetlag jetlag sjl
midpoint midsleep
onset bedtime sleeponset fallasleep
difference_low ci confint interval confidenceinterval lowerbound
a before baseline first group1 x1
b after second group2 x2
plot xlabel ylabel margin marks axis legend grid
columns index indexcol usecols rename
types dtype dtypes parsedates schema
range xlim xlimits xrange xdomain date night day since from start after until before end when period dates
head limit rows n maxrows
cycleGap gap maxgap
aggregate y ycolumn
writeCSV tocsv savecsv csv
writeParquet toparquet saveparquet parquet
toRecords todict todicts tojson records torows toarray topandas iterrows
getColumn col column get
describe summary info
toString tomarkdown markdown astext
rename columns
unique dropduplicates distinct
withColumn assign mutate
sort sortby arrange orderby sortvalues
filter query subset where
slice iloc loc
join merge leftjoin innerjoin
height nrows nrow rowcount
p pvalue pval prob probability significance
r rho pearson spearman pearsonr spearmanr coefficient correlation corr tau
hedges_g effectsize cohensd cohend cohen d g smd
low lower cilow cilower lowerbound ci confint
high upper cihigh ciupper upperbound ci confint
difference diff delta effect meandifference
n count size samplesize nobs
slope trend beta gradient
mesor midline baseline level
amplitude amp
acrophase phase peak peaktime
SRI regularity regularityindex sleepregularityindex
kappa cohenskappa agreement
sd std stddev stdev standarddeviation
mean average avg
median middle p50 q50
percentile median quantile p50 q50 p90 max min maximum minimum
date day night time
night date day time
time timestamp datetime date start_time start_date
start_time start begin bedtime from
end_time end wake to
asleep TST totalsleeptime totalsleep sleepduration timeasleep sleepminutes sleeptime minutesasleep totalminutesasleep totalsleepduration
TST asleep totalsleeptime totalsleep sleepduration timeasleep sleepminutes sleeptime
efficiency SE sleepefficiency
SE efficiency sleepefficiency
WASO waso wakeaftersleeponset timeawake
awakenings wakeups awakeningcount numberofawakenings
rise waketime wakeuptime getup risetime
bedtime bedtimestart gotobed timetobed
duration_ms duration length minutes
sleep_stage stage stages sleepstage value
midsleep midpoint midpointofsleep sleepmidpoint
StepCount steps stepcount
step_count steps stepcount
HeartRateVariabilitySDNN hrv sdnn heartratevariability variability
heart_rate_variability_sdnn hrv sdnn heartratevariability variability
BloodOxygenSaturation spo2 oxygen oxygensaturation bloodoxygen saturation
VO2Max vo2 cardiofitness fitness
BodyFatPercentage bodyfat fat bodyfatpercent
BodyMassIndex bmi
BloodGlucose glucose bloodsugar cgm
BloodPressureSystolic bloodpressure bp systolic
BloodPressureDiastolic diastolic
ActiveCaloriesBurned calories activecalories kcal energy activeenergy activeenergyburned
BasalCaloriesBurned basalcalories basalenergy bmr
DistanceTraveledOnFoot distance walkingdistance runningdistance distancewalkingrunning
DistanceTraveledCycling cyclingdistance distancecycling
StairFlightsClimbed floors flights flightsclimbed stairs
WatchExerciseTime exerciseminutes exercisetime activeminutes
RespiratoryRate respiration breathing breathingrate breaths
BodyTemperature temperature temp
SleepingWristTemperature skintemperature wristtemperature
MindfulSession mindfulness meditation mindfulminutes
ReportedMood mood
DietaryWaterConsumed water
DietaryCaffeineConsumed caffeine coffee
AlcoholicDrinksConsumed alcohol drinks
HeartRate hr bpm pulse heart
heart_rate hr bpm pulse heart
RestingHeartRate rhr restinghr restingpulse
resting_heart_rate rhr restinghr restingpulse
SleepStage stages
worked_out workout exercise trained
latitude lat
longitude lon lng long
elevation altitude ele alt
`.trim().split("\n").map((line) => line.split(" "));

/** Removes case and underscores for comparisons. */
function plain(word: string): string {
  return word.replaceAll("_", "").toLowerCase();
}

/**
 * Returns the name with the same meaning as a word, or `undefined` if no name matches: `agg` means
 * `aggregate`. If several names match, it returns the one with the nearest spelling, otherwise the
 * first in the table.
 */
export function sameMeaning(word: string, names: readonly string[]): string | undefined {
  const wanted = plain(word);
  const meant = MEANINGS.filter((words) => words.some((one) => plain(one) === wanted)).flat();
  const found = meant.flatMap((one) => names.find((name) => plain(name) === plain(one)) ?? []);
  return nearest(word, found) ?? found[0];
}
