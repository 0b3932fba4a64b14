import {
  type Axes,
  type Axis,
  dateText,
  DAY,
  instantOf,
  offsetAt,
  place,
  timeText,
} from "./axis.ts";
import { add, addLayer } from "./element.ts";
import type { Series } from "./stops.ts";

const MINUTE = 6e4;

/** Distances between ticks, in minutes. */
const STEPS = [1, 5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080, 40_320, 161_280, 322_560];

/** Maximum number of distances between ticks. */
const MAX_TICKS = 7;

/** A time axis that shows a part of its range. */
export interface Zoom {
  /** True while only a part is shown. */
  readonly isOn: boolean;
  /** Shows an interval of the axis, as far as it is in the chart; everything without one. */
  show(interval?: readonly [number, number]): void;
  /** Returns what is in the shown part. */
  inView(all: Series[]): Series[];
}

/**
 * Returns the zoom of a chart; `undefined` if its horizontal axis is not one of time. The upper of
 * several panels on one axis have its lines without their labels.
 */
export function zoomOf(svg: SVGSVGElement, axes: Axes): Zoom | undefined {
  const whole = axes.x, ticks = svg.querySelector('[data-mark=text][transform="translate(0,8)"]');
  if (whole?.k !== "instant" && whole?.k !== "day") return undefined;
  const { d: [first, last], r: [left, right], k, tz = "UTC" } = whole, isDays = k === "day";
  const attribute = (element: Element, name: string): string => element.getAttribute(name)!;
  const isUpright = (line: Element): boolean => attribute(line, "x1") === attribute(line, "x2");
  const grid = ticks?.previousElementSibling ?? [...svg.querySelectorAll("[data-mark=rule]")]
    .find(({ firstElementChild: line }) => line && isUpright(line));
  const dates = ticks?.nextElementSibling;
  if (!ticks && !grid) return undefined;
  const bottom = ticks
    ? +attribute(ticks.firstElementChild!, "transform").split(/[,)]/)[1]!
    : +attribute(grid!.firstElementChild!, "y2");
  const top = Math.min(
    bottom,
    ...Array.from(grid?.querySelectorAll("line") ?? [], (line) => +attribute(line, "y1")),
  );
  const hidden = [
    ticks,
    grid?.matches("[data-mark=rule]") && grid,
    dates?.matches('[transform="translate(0,24)"]') && dates,
  ];
  const id = `lifeframe-clip-${Math.random()}`;
  let undo: (() => void)[] = [];
  const set = (element: Element, name: string, value: string): void => {
    const before = attribute(element, name);
    undo.push(() => before ? element.setAttribute(name, before) : element.removeAttribute(name));
    element.setAttribute(name, value);
  };

  return {
    get isOn() {
      return !!undo[0];
    },
    inView: (all) => {
      const isIn = ({ x, box }: Series["stops"][number]): boolean =>
        box ? box.x2 > left && box.x1 < right : x >= left - 1 && x <= right + 1;
      return undo[0]
        ? all.map((one) => ({ ...one, stops: one.stops.filter(isIn) }))
          .filter(({ stops }) => stops[0])
        : all;
    },
    show(interval = [first, last]) {
      for (const one of undo.reverse()) one();
      undo = [];
      axes.x = whole;
      const unit = isDays ? DAY : 1;
      const a = Math.max(first, Math.floor(Math.min(...interval) / unit) * unit);
      const b = Math.min(last, Math.ceil(Math.max(...interval) / unit) * unit);
      if (b - a < (isDays ? DAY : MINUTE) || a <= first && b >= last) return;
      const axis = axes.x = { ...whole, d: [a, b] } as const;
      const scale = (last - first) / (b - a), shift = left - scale * place(whole, a);
      for (const element of hidden) if (element) set(element, "visibility", "hidden");
      const clip = add(svg, "clipPath", { id }), layer = addLayer(svg);
      undo.push(() => clip.remove(), () => layer.remove());
      add(clip, "rect", { x: left, y: -9e3, width: right - left, height: 2e4 });
      for (const group of svg.querySelectorAll("[data-mark]:not([data-mark=header])")) {
        // Keys at the edges of the chart stay.
        const isKey = /^translate\(-?\d{2}/.test(attribute(group, "transform"));
        if (isKey || hidden.includes(group)) continue;
        for (const one of group.matches("path") ? [group] : group.querySelectorAll("*")) {
          const [, x, rest] = /^translate\((-?[\d.]+)(.*)/.exec(attribute(one, "transform")) ?? [];
          const name = one.localName;
          if (name === "text" && !(+x! > left && +x! < right)) continue;
          if (x) set(one, "transform", `translate(${scale * +x + shift}${rest}`);
          else if (name === "circle") set(one, "cx", `${scale * +attribute(one, "cx") + shift}`);
          else if (/path|rect|line/.test(name)) {
            set(one, "transform", `matrix(${scale} 0 0 1 ${shift} 0)`);
            set(one, "vector-effect", "non-scaling-stroke");
          } else continue;
          if (!group.hasAttribute("clip-path")) set(group, "clip-path", `url(#${id})`);
        }
      }
      const text = (x: number, y: number, words: string, more = {}): Element =>
        add(layer, "text", { x, y: bottom + y, fill: "currentColor", ...more }, words);
      let previous = -Infinity;
      for (const { at, isMidnight, isDay } of ticksOf(axis)) {
        const x = place(axis, at), date = dateText(at, axis, isDays ? "UTC" : tz, 0);
        add(layer, "line", {
          ...{ x1: x, x2: x, y1: top, y2: bottom, stroke: "currentColor", "stroke-opacity": .15 },
        });
        if (!ticks) continue;
        text(x, 16, isDay ? date : timeText(at, axis));
        if (isDay || !isMidnight && previous > -Infinity || x - previous < 70) continue;
        text(x, 32, date, { "fill-opacity": .7 });
        previous = x;
      }
      const help = { "text-anchor": "end", "fill-opacity": .7 };
      if (ticks) text(right, top - bottom - 4, whole.all ?? "Double-click or Esc shows all", help);
    },
  };
}

/** Returns the ticks of a time axis. */
function ticksOf({ d: [from, to], k, tz = "UTC" }: Axis): {
  at: number;
  isMidnight: boolean;
  isDay: boolean;
}[] {
  const ticks: ReturnType<typeof ticksOf> = [], isDays = k === "day";
  const step = MINUTE *
    (STEPS.find((one) => (to - from) / MINUTE / one <= MAX_TICKS && (!isDays || one >= 1440)) ??
      STEPS.at(-1)!);
  const start = isDays ? from : from + offsetAt(from, tz);
  for (let wall = Math.ceil(start / step) * step;; wall += step) {
    const at = isDays ? wall + DAY / 2 : instantOf(wall, tz);
    if (at > to) return ticks;
    if (at > (ticks.at(-1)?.at ?? -Infinity)) {
      ticks.push({ at, isMidnight: wall % DAY === 0, isDay: step >= DAY });
    }
  }
}
