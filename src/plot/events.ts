import { describeValue } from "../options/describeValue.ts";
import { extent } from "./axis/extent.ts";
import { header } from "./picture/header.ts";
import { Picture } from "./picture/picture.ts";
import { PictureGroup } from "./picture/pictureGroup.ts";
import { type Event, readEvents } from "./groups/readEvents.ts";
import { DEFAULT_WIDTH, type PictureOptions, type PictureSpec } from "./picture/spec.ts";
import { category, DOMAINS, STROKES } from "./picture/theme.ts";
import type { FrameLike } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { localZone } from "../time/zone.ts";
import { NO_ZONE } from "../time/zones.ts";
import { optionNames } from "../options/checkOptions.ts";
import { datesLabel, type Labels, labelsOf, spanLabel, zoneText } from "./picture/labels.ts";
import { chart, frameWidth } from "./picture/chart.ts";
import { barRows, LANE_BARS } from "./marks/barRows.ts";
import { shareBars } from "./days/coverageLanes.ts";
import { DAY_MS } from "../time/units.ts";
import { noData } from "./axis/noData.ts";
import { checkPictureOptions, PICTURE_OPTIONS, rejectUnused } from "./picture/pictureOptions.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { rowAxis } from "./axis/rowAxis.ts";
import { FINDINGS } from "./picture/findings.ts";
import { localTime } from "../time/localText.ts";
import { inLanguage, numberText, say, term } from "../words/language.ts";

/** Options of {@linkcode events}. */
export interface EventsOptions extends PictureOptions {
  /**
   * Column with the names of the events.
   * @default the first of `name`, `label`, `title`, `note`, `data_type`, `source_name` in the frame
   */
  label?: string;
  /** Chart over time to draw the events on, in its zone, instead of lanes. @default none */
  over?: Picture;
  /** Other names of columns, such as `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

const MOST_LANES = 30, MOST_EVENTS = 20_000;

const OPTIONS = optionNames<EventsOptions>()(PICTURE_OPTIONS, "label over columns");

/**
 * Draws when events happened: a lane for each name, in order of first appearance, with a dot for
 * each instant and a bar for each interval. With `over`, the events are drawn on another chart
 * instead: lines for instants, shaded bands for intervals, one colour per name.
 *
 * @param frame `start_time`, `recorded_at` or `time` (instants), optionally `end_time`, and a
 * column of names.
 * @throws {TypeError} if a column is missing or has another type, or `over` has no axis of instants
 * @throws {RangeError} if an event ends before it starts, there are more than 30 names or 20,000
 * events, or the zone does not exist
 *
 * @example Two events
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.events([
 *   { name: "Coffee", start_time: "2024-03-30T07:00Z", end_time: null },
 *   { name: "Run", start_time: "2024-03-30T16:00Z", end_time: "2024-03-30T16:40Z" },
 * ], { tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Events, Sat 30 Mar 2024 08:00 to 17:40, Europe/Berlin: Coffee 1, Run 1",
 * );
 * ```
 */
export function events(frame: FrameLike, options: EventsOptions = {}): Picture {
  return inLanguage(options, () => drawEvents(frame, options));
}

function drawEvents(frame: FrameLike, options: EventsOptions): Picture {
  checkPictureOptions("draw events", options, OPTIONS);
  const { zone: own, events: found } = readEvents(frame, options);
  const below = own === NO_ZONE ? options.over?.time?.tz : undefined;
  const tz = localZone(options.tz ?? below, own, "draw events"), texts = labelsOf(options, tz);
  const names = [...new Set(found.map(({ name }) => name))];
  if (names.length > MOST_LANES) {
    throw new RangeError(
      `Cannot draw events of ${names.length} names: the maximum is ${MOST_LANES}. Choose another column as label, or fewer events.`,
    );
  }
  if (found.length > MOST_EVENTS) {
    throw new RangeError(
      `Cannot draw ${found.length} events: the maximum is ${MOST_EVENTS}. Select fewer, or count them per day and use plot.dailyBars.`,
    );
  }
  if (options.over !== undefined) return drawOver(options.over, found, names, texts, options);
  if (found.length === 0) return noData("events", say("Events"), frame, options);

  const [start, end] = extent(found.map((event) => [event.start, event.end]))!;
  // Room for half a dot at either end; a single instant is in the middle of two hours.
  const room = end > start ? (end - start) * 0.01 : 3_600_000;
  const span = { start: start - room, end: end + room, tz };
  const placed = found.map((event) => {
    const lane = names.indexOf(event.name);
    return {
      ...event,
      y: lane + 0.5,
      y1: lane + 0.24,
      y2: lane + 0.76,
      color: DOMAINS.notes,
      title: eventText(event, texts),
    };
  });
  const counts = names.map((name) => found.filter((event) => event.name === name).length);
  const axis = rowAxis(
    names.length,
    names.map((text, i) => ({ y: i + 0.5, text, total: numberText(counts[i]!) })),
    { lines: true },
  );
  const inner = frameWidth({ y: axis, labels: axis.labels }, options.width ?? DEFAULT_WIDTH);
  // Dots that cover each other would look like a bar.
  const isDense = end - start > 20 * DAY_MS && Math.max(...counts) > inner / 10;
  const bins = isDense ? shareBars({ start, end: end + 1 }, tz, inner / 3) : undefined;
  const perBin = bins &&
    names.map((name) => {
      const own = found.filter((event) => event.name === name).sort((a, b) => a.start - b.start);
      return bins.of({
        start: Float64Array.from(own, ({ start }) => start),
        end: Float64Array.from(own, ({ end }) => end),
      });
    });
  const most = Math.max(...perBin?.flat().map(({ count }) => count) ?? []);
  const boxes = perBin?.flatMap((bars, lane) =>
    bars.map(({ x1, x2, count }) => ({
      x1,
      x2,
      y1: lane + 0.9,
      y2: lane + 0.9 - 0.8 * count / most,
    }))
  );
  return chart({
    forWidth: (width) => events(frame, { ...options, width }),
    name: "events",
    summary: `${say("Events")}, ${spanLabel(start, end, texts)}, ${zoneText(tz, span)}: ${
      names.map((name, i) => `${name} ${counts[i]}`).join(", ")
    }`,
    title: `${say("Events")}, ${datesLabel(start, end, texts)}`,
    finding: mostFrequent(found, names[counts.indexOf(Math.max(...counts))]!, tz),
    source: bins === undefined ? "" : say("bars: number in each {length}, at most {most}", {
      length: term(bins.unit),
      most,
    }),
    time: span,
    x: timeAxis(span, texts),
    y: axis,
    labels: axis.labels,
    height: names.length * axis.row,
    marks: (plot, axes) => [
      ...axes.x,
      ...axes.y,
      ...boxes ? [barRows(boxes, { fill: DOMAINS.notes })] : [
        plot.rect(placed.filter(hasDuration), LANE_BARS),
        plot.dot(placed.filter((event) => !hasDuration(event)), {
          x: "start",
          y: "y",
          r: 4.5,
          fill: "color",
          title: "title",
        }),
      ],
    ],
  }, options);
}

/**
 * Returns on how many days events of a name began; for a single day, returns the number of events.
 */
function mostFrequent(events: readonly Event[], name: string, tz: string): string {
  const dates = (of: readonly Event[]): Temporal.PlainDate[] =>
    of.map(({ start }) => localTime(start, tz).toPlainDate()).sort(Temporal.PlainDate.compare);
  const all = dates(events), own = dates(events.filter((event) => event.name === name));
  const days = 1 + all[0]!.until(all.at(-1)!).days;
  return days === 1 ? FINDINGS.times(name, own.length) : FINDINGS.part(
    name,
    numberText(new Set(own.map(String)).size),
    say("{n} {n|day|days}", { n: days }),
  );
}

/** `Run: Sat 30 Mar 2024 17:00 to 17:40` */
function eventText({ name, start, end }: Event, labels: Labels): string {
  const when = end > start
    ? spanLabel(start, end, labels)
    : `${labels.date(start)} ${labels.clock(start)}`;
  return `${name}: ${when}`;
}

function hasDuration({ start, end }: Event): boolean {
  return end > start;
}

/**
 * Draws events on a chart over time: lines for instants, shaded bands for intervals, and a legend
 * of their names below the chart's own. Events outside the chart's time are skipped.
 *
 * @throws {TypeError} if the chart has no axis of instants
 */
export function drawOver(
  below: Picture,
  events: readonly Event[],
  names: readonly string[],
  labels: Labels,
  options: PictureOptions,
): Picture {
  rejectUnused("draw events", options, ["width"], "with over. Set the width of that chart.");
  const { spec } = below;
  if (spec === undefined) {
    throw new TypeError(
      `Cannot draw events: over is ${describeValue(below)}, expected a chart such as plot.line(…)`,
    );
  }
  if (below instanceof PictureGroup) {
    return below.map((part) => drawOver(new Picture(part), events, names, labels, options).spec);
  }
  const { time } = spec;
  if (time === undefined) {
    throw new TypeError(
      `Cannot draw events over a ${spec.name}: its axis does not show instants. Use a line, or a hypnogram of one night.`,
    );
  }
  const colors = new Map(
    names.map((name, i) => [name, category(i)]),
  );
  const seen = events
    .filter(({ start, end }) => end >= time.start && start <= time.end)
    .map((event) => ({
      ...event,
      start: Math.max(event.start, time.start),
      end: Math.min(event.end, time.end),
      color: colors.get(event.name)!,
      title: eventText(event, labels),
    }));
  const entries = names.filter((name) => seen.some((event) => event.name === name))
    .map((name) => {
      const lasts = seen.some((event) => event.name === name && event.end > event.start);
      return {
        label: name,
        color: colors.get(name)!,
        shape: lasts ? "square" as const : "line" as const,
      };
    });
  const title = options.title ?? (spec.header.title.map(({ text }) => text).join(" ") || undefined);
  const head = header(
    title,
    [...spec.header.legend.map(({ entry }) => entry), ...entries],
    spec.width,
    spec.header.subtitle.map(({ text }) => text).join(" ") || undefined,
  );
  const more = head.height - spec.header.height;
  const again = (other: PictureSpec): PictureSpec =>
    inLanguage(options, () => drawOver(new Picture(other), events, names, labels, options).spec);
  const { axes, forPhone } = spec;
  return new Picture({
    ...spec,
    axes: axes && { ...axes, with: (changes) => again(axes.with(changes)) },
    forPhone: options.height === undefined && forPhone ? () => again(forPhone()) : undefined,
    name: `${spec.name} with events`,
    summary: `${spec.summary}\n${
      say("Events: {names}", {
        names: entries.map(({ label }) => label).join(", ") || say("none"),
      })
    }`,
    height: options.height ?? spec.height + more,
    header: head,
    source: spec.source?.map((line) => ({
      ...line,
      y: line.y + (options.height ?? spec.height + more) - spec.height,
    })),
    draw: (plot) => {
      const own = spec.draw(plot);
      const lasting = seen.filter(({ start, end }) => end > start);
      return {
        ...own,
        marginTop: (own.marginTop ?? 0) + more,
        marks: [
          plot.rectX(lasting, {
            x1: "start",
            x2: "end",
            fill: "color",
            fillOpacity: 0.22,
            title: "title",
          }),
          ...own.marks ?? [],
          plot.ruleX(seen.filter(({ start, end }) => end === start), {
            x: "start",
            stroke: "color",
            strokeWidth: STROKES.reference,
            title: "title",
          }),
        ],
      };
    },
  }, options.plot);
}
