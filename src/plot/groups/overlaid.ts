import { header } from "../picture/header.ts";
import { Picture } from "../picture/picture.ts";
import type { Event } from "./readEvents.ts";
import type { PictureOptions } from "../picture/spec.ts";
import { OVERLAY_COLORS } from "../picture/theme.ts";

/**
 * Events on a picture over time: lines for instants, tinted spans for what lasted, and a legend of
 * their names below the picture's own. Only what the picture's time spans is drawn.
 *
 * @throws {TypeError} if the picture has no axis of instants
 */
export function overlaid(
  below: Picture,
  events: readonly Event[],
  names: readonly string[],
  options: PictureOptions,
): Picture {
  const { spec } = below, { time } = spec;
  if (time === undefined) {
    throw new TypeError(
      `Cannot draw events over a ${spec.name}: its axis shows no instants; use a line, or a hypnogram of one night`,
    );
  }
  const colors = new Map(
    names.map((name, i) => [name, OVERLAY_COLORS[i % OVERLAY_COLORS.length]!]),
  );
  const seen = events
    .filter(({ start, end }) => end >= time.start && start <= time.end)
    .map((event) => ({
      ...event,
      start: Math.max(event.start, time.start),
      end: Math.min(event.end, time.end),
      color: colors.get(event.name)!,
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
  );
  const more = head.height - spec.header.height;
  return new Picture({
    ...spec,
    name: `${spec.name} with events`,
    summary: `${spec.summary}\nEvents: ${entries.map(({ label }) => label).join(", ") || "none"}`,
    height: options.height ?? spec.height + more,
    header: head,
    draw: (plot) => {
      const own = spec.draw(plot);
      const lasting = seen.filter(({ start, end }) => end > start);
      return {
        ...own,
        marginTop: (own.marginTop ?? 0) + more,
        marks: [
          plot.rectX(lasting, { x1: "start", x2: "end", fill: "color", fillOpacity: 0.22 }),
          ...own.marks ?? [],
          plot.ruleX(seen.filter(({ start, end }) => end === start), {
            x: "start",
            stroke: "color",
            strokeWidth: 1.5,
          }),
        ],
      };
    },
  }, options.plot);
}
