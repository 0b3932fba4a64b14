import {
  type Axes,
  type Axis,
  dateText,
  instantOf,
  offsetAt,
  place,
  timeText,
  zoneAt,
} from "./axis.ts";

const SVG = "http://www.w3.org/2000/svg";
const MINUTE = 60_000, DAY = 1440 * MINUTE;

/** Distances between ticks, in minutes. */
const STEPS = [1, 5, 15, 30, 60, 180, 360, 720, 1440, 2880, 10_080, 40_320, 161_280];

/** Maximum number of distances between ticks. */
const MAX_TICKS = 7;

/** A time axis that shows a part of its range. */
export interface Zoom {
  /** Whether a part is shown. */
  readonly isOn: boolean;
  /** Shows an interval of the axis, as far as it is in the chart; everything without one. */
  show(interval?: readonly [number, number]): void;
}

/** Returns the zoom of a chart; `undefined` if its horizontal axis is not one of time. */
export function zoomOf(svg: SVGSVGElement, axes: Axes): Zoom | undefined {
  const whole = axes.x, ticks = svg.querySelector('[data-mark=text][transform="translate(0,8)"]');
  if (ticks === null || whole?.k !== "instant" && whole?.k !== "day") return undefined;
  const { d: [first, last], r: [left, right], k } = whole;
  const dates = ticks.nextElementSibling!, grid = ticks.previousElementSibling;
  const lines = [...grid?.querySelectorAll("line") ?? []];
  const bottom = Number(/,([\d.]+)/.exec(ticks.firstElementChild!.getAttribute("transform")!)![1]);
  const top = Math.min(bottom, ...lines.map((line) => Number(line.getAttribute("y1"))));
  const hidden = [ticks, ...grid?.matches("[data-mark=rule]") ? [grid] : []];
  if (dates.getAttribute("transform") === "translate(0,24)") hidden.push(dates);
  const id = `lifeframe-clip-${Math.random().toString(36).slice(2)}`;
  let undo: (() => void)[] = [];

  const set = (element: Element, name: string, value: string): void => {
    const before = element.getAttribute(name);
    undo.push(() =>
      before === null ? element.removeAttribute(name) : element.setAttribute(name, before)
    );
    element.setAttribute(name, value);
  };
  const add = (
    parent: Element,
    name: string,
    attributes: Record<string, string | number>,
    text = "",
  ): Element => {
    const element = parent.appendChild(document.createElementNS(SVG, name));
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
    element.textContent = text;
    if (parent === svg) undo.push(() => element.remove());
    return element;
  };
  const draw = (axis: Axis): void => {
    const layer = add(svg, "g", { "data-layer": "", "pointer-events": "none" });
    const text = (x: number, y: number, words: string, more = {}): Element =>
      add(layer, "text", { x, y: bottom + y, fill: "currentColor", ...more }, words);
    let previous = -Infinity;
    for (const { at, isMidnight, isDay } of ticksOf(axis)) {
      const x = place(axis, at),
        zone = k === "day" ? "UTC" : zoneAt(at, axis.tz),
        date = dateText(at, zone, axis, false);
      add(layer, "line", {
        ...{ x1: x, x2: x, y1: top, y2: bottom, stroke: "currentColor", "stroke-opacity": 0.15 },
      });
      text(x, 16, isDay ? date : timeText(at, axis));
      if (isDay || !isMidnight && previous > -Infinity || x - previous < 70) continue;
      text(x, 32, date, { "fill-opacity": 0.7 });
      previous = x;
    }
    const help = { "text-anchor": "start", "fill-opacity": 0.7 };
    text(left, 52, "Double-click or Esc shows all", help);
  };

  return {
    get isOn() {
      return undo.length > 0;
    },
    show(interval) {
      for (const one of undo.reverse()) one();
      undo = [];
      axes.x = whole;
      if (interval === undefined) return;
      const unit = k === "day" ? DAY : 1, shortest = k === "day" ? DAY : MINUTE;
      const [a, b] = [
        Math.max(first, Math.floor(Math.min(...interval) / unit) * unit),
        Math.min(last, Math.ceil(Math.max(...interval) / unit) * unit),
      ];
      if (b - a < shortest || a <= first && b >= last) return;
      const axis = axes.x = { ...whole, d: [a, b] };
      const scale = (last - first) / (b - a), shift = left - scale * place(whole, a);
      for (const element of hidden) set(element, "visibility", "hidden");
      const clip = add(svg, "clipPath", { id });
      add(clip, "rect", { x: left, y: -9e3, width: right - left, height: 2e4 });
      for (const element of svg.querySelectorAll("path,rect,line,circle,text")) {
        const group = element.closest("[data-mark]"), mark = group?.getAttribute("data-mark");
        if (!mark || mark === "header" || hidden.includes(group!)) continue;
        const own = element.getAttribute("transform");
        const [, x, rest] = /^translate\((-?[\d.]+)(.*)$/.exec(own ?? "") ?? [];
        const isText = element.localName === "text";
        // Keys at the edges of the chart stay.
        if (isText && !(Number(x) > left && Number(x) < right)) continue;
        if (/^translate\(-?\d{2}/.test(group!.getAttribute("transform") ?? "")) continue;
        if (x !== undefined) {
          set(element, "transform", `translate(${scale * Number(x) + shift}${rest}`);
        } else if (element.localName === "circle") {
          set(element, "cx", `${scale * Number(element.getAttribute("cx")) + shift}`);
        } else {
          set(element, "transform", `matrix(${scale} 0 0 1 ${shift} 0)`);
          set(element, "vector-effect", "non-scaling-stroke");
        }
        if (group!.getAttribute("clip-path") === null) set(group!, "clip-path", `url(#${id})`);
      }
      draw(axis);
    },
  };
}

/** Returns the ticks of a time axis. */
function ticksOf(axis: Axis): { at: number; isMidnight: boolean; isDay: boolean }[] {
  const { d: [from, to], k } = axis, ticks: ReturnType<typeof ticksOf> = [];
  const isDays = k === "day", zone = axis.tz ?? "UTC";
  const steps = isDays ? STEPS.filter((step) => step * MINUTE >= DAY) : STEPS;
  const step = MINUTE * (steps.find((one) => (to - from) / MINUTE / one <= MAX_TICKS) ?? 322_560);
  const start = isDays ? from : from + offsetAt(from, zone);
  for (let wall = Math.ceil(start / step) * step;; wall += step) {
    const at = isDays ? wall + DAY / 2 : instantOf(wall, zone);
    if (at > to) return ticks;
    if (at > (ticks.at(-1)?.at ?? -Infinity)) {
      ticks.push({ at, isMidnight: wall % DAY === 0, isDay: step >= DAY });
    }
  }
}

/** Returns the interval around an instant after a zoom by a factor. */
export function around({ d: [a, b] }: Axis, at: number, factor: number): [number, number] {
  return [at - (at - a) * factor, at + (b - at) * factor];
}
