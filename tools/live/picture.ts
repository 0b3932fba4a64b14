import { type Axes, instantAt, place, placeOf, valueAt } from "./axis.ts";
import { add, addLayer } from "./element.ts";
import { legendEntries, showOnly } from "./legend.ts";
import { readSeries, type Series, type Stop } from "./stops.ts";
import { showTip } from "./tip.ts";
import { zoomOf } from "./zoom.ts";

/** A chart that marks the instant which another chart of the page shows, and shares its zoom. */
interface LivePicture extends SVGSVGElement {
  markInstant?: (at?: number) => void;
  zoomTo?: (interval?: readonly [number, number]) => void;
  /** Its whole axis of time. */
  timeAxis?: string | undefined;
}

/** Maximum distance between the pointer and a point, in pixels. */
const REACH = 24;

/** Minimum length of a brush, in pixels. */
const BRUSH = 5;

/** Shows the values of a chart under the pointer, by touch and by keys. */
export function livePicture(svg: LivePicture): void {
  const axes = JSON.parse(svg.dataset.live ?? "{}") as Axes, layer = addLayer(svg);
  const zoom = zoomOf(svg, axes);
  let read: Series[] | undefined, series = 0, stop = 0;
  const all = (): Series[] => read ??= zoom?.inView(readSeries(svg, axes)) ?? readSeries(svg, axes);
  const pixelOf = ({ clientX, clientY }: PointerEvent): DOMPoint =>
    new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()!.inverse());
  const draw = (name: string, attributes: object): Element =>
    add(layer, name, { fill: "none", stroke: "currentColor", "stroke-width": 1.5, ...attributes });
  const cross = (x: number, y1: number, y2: number): Element =>
    draw("line", {
      ...{ x1: x, x2: x, y1, y2, "stroke-width": 1 },
      ...{ "stroke-opacity": .55, "stroke-dasharray": "2,2" },
    });
  const clear = (): void => {
    layer.replaceChildren();
    showTip();
  };
  svg.zoomTo = (interval) => {
    zoom?.show(interval);
    read = undefined;
    series = Math.max(0, Math.min(series, all().length - 1));
    clear();
  };
  svg.timeAxis = zoom && `${axes.x!.d}`;
  const zoomTo = (interval?: readonly [number, number]): void => {
    const group = svg.closest("svg.lifeframe:has(svg.lifeframe)") ?? svg.parentElement!;
    for (const panel of group.querySelectorAll<LivePicture>("svg.lifeframe")) {
      if (panel.timeAxis === svg.timeAxis) panel.zoomTo?.(interval);
    }
  };
  const link = (at?: number): void => {
    for (const other of document.querySelectorAll<LivePicture>("svg.lifeframe")) {
      if (other !== svg) other.markInstant?.(at);
    }
  };
  svg.markInstant = (at) => {
    layer.replaceChildren();
    const found = at && placeOf(axes, at);
    if (found) cross(...found);
  };

  /** Shows stops; the first one gives the position. */
  const show = (stops: readonly Stop[], left: number, top: number, pixel?: DOMPoint): void => {
    clear();
    const first = stops[0], isPoint = first && !first.box, at = isPoint ? first : pixel ?? first;
    if (at) {
      const t = first?.t ?? instantAt(axes, at.x, (first ?? at).y), { x, y } = axes;
      if (y && y.k !== "rows" && (t !== undefined || isPoint && x?.k !== "plain")) {
        cross(at.x, ...y.r);
      }
      link(t);
    }
    for (const { x, y, box } of stops) {
      if (!box) draw("circle", { cx: x, cy: y, r: 4 });
      else {
        const width = Math.max(3, box.x2 - box.x1), height = Math.max(3, box.y2 - box.y1);
        draw("rect", { x: x - width / 2, y: y - height / 2, width, height });
      }
    }
    showTip(stops.flatMap(({ lines }, i) => lines().slice(Math.min(i, 1))), left, top);
  };
  const leave = (): void => {
    clear();
    showOnly(svg);
    link();
  };

  let start: number | undefined, end: number | undefined; // of the brush
  svg.onpointermove = (event) => {
    const pixel = pixelOf(event), target = event.target as Element;
    if (start !== undefined) {
      const [left, right] = axes.x!.r;
      if (end === undefined && Math.abs(pixel.x - start) < BRUSH) return;
      svg.setPointerCapture(event.pointerId);
      end = Math.max(left, Math.min(right, pixel.x));
      clear();
      draw("rect", {
        ...{ x: Math.min(start, end), y: 0, width: Math.abs(end - start), height: "100%" },
        ...{ fill: "currentColor", "fill-opacity": .15, stroke: "none" },
      });
    } else if (!target.closest("[data-mark=header]")) { // the legend answers itself
      const lines = all().filter(({ kind }) => kind === "line");
      const over = lines.find(({ elements }) => elements.includes(target));
      showOnly(svg, lines[1] && over?.elements);
      show(stopsAt(all(), pixel), event.clientX, event.clientY, pixel);
    }
  };
  svg.onpointerdown = (event) => {
    svg.onpointermove!(event);
    const { x } = pixelOf(event), [left, right] = axes.x?.r ?? [0, 0];
    const isBrush = zoom && !event.button && event.pointerType !== "touch";
    if (isBrush && x >= left && x <= right) start = x;
  };
  svg.onpointerup = svg.onpointercancel = ({ type }) => {
    if (end !== undefined) {
      if (type === "pointerup") zoomTo([valueAt(axes.x!, start!), valueAt(axes.x!, end)]);
      else clear();
    }
    start = end = undefined;
  };
  svg.onpointerleave = ({ pointerType }) => pointerType !== "touch" && leave();
  document.addEventListener("pointerdown", ({ pointerType, target }) => {
    if (pointerType === "touch" && !svg.contains(target as Node)) leave();
  });

  const step = (): void => {
    const { stops, elements } = all()[series]!, one = stops[stop]!;
    showOnly(svg, all()[1] && elements);
    const { x, y } = new DOMPoint(one.x, one.y).matrixTransform(svg.getScreenCTM()!);
    show([one], x, y);
  };
  svg.onfocus = () => {
    if (!svg.matches(":focus-visible") || !all()[0]) return;
    stop = 0;
    step();
  };
  svg.onblur = leave;
  svg.onkeydown = (event) => {
    const { key } = event, count = all().length, one = all()[series], before = one?.stops[stop];
    if (key === "Escape") return zoom?.isOn ? zoomTo() : leave();
    if (!one || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = ({ ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: 1e9 } as Steps)[key];
    const turn = ({ ArrowDown: 1, ArrowUp: count - 1 } as Steps)[key];
    const factor = ({ "+": .5, "=": .5, "-": 2 } as Steps)[key];
    let x = before?.x ?? 0;
    if (to !== undefined) stop = Math.max(0, Math.min(one.stops.length - 1, to));
    else if (turn !== undefined) series = (series + turn) % count;
    else if (factor && zoom && before) {
      const { d: [a, b] } = axes.x!, at = valueAt(axes.x!, x);
      zoomTo([at - (at - a) * factor, at + (b - at) * factor]);
      x = place(axes.x!, at);
    } else return;
    const { stops } = all()[series]!;
    if (to === undefined) stop = stops.indexOf(least(stops, (one) => Math.abs(one.x - x))!);
    event.preventDefault();
    step();
  };
  if (zoom) {
    svg.style.userSelect = "none";
    svg.setAttribute("aria-keyshortcuts", "+ - Escape");
    svg.ondblclick = () => zoomTo();
  }
  svg.tabIndex = 0;
  svg.style.touchAction = "pan-y pinch-zoom";
  legendEntries(svg);
}

type Steps = Record<string, number | undefined>;

/** Returns the item of least cost, if that is below a limit. */
function least<T>(list: readonly T[], cost: (item: T) => number, limit = Infinity): T | undefined {
  let best: T | undefined;
  for (const one of list) {
    const own = cost(one);
    if (own < limit) [best, limit] = [one, own];
  }
  return best;
}

/** Returns the stops at a pixel: the smallest mark that contains it, else the points of all lines near it. */
function stopsAt(all: readonly Series[], { x, y }: DOMPoint): Stop[] {
  const stopsOf = (kind: string): Stop[][] =>
    all.filter((one) => one.kind === kind).map(({ stops }) => stops);
  const across = (stop: Stop): number => Math.abs(stop.x - x), lines = stopsOf("line");
  const size = ({ box }: Stop): number => {
    const { x1, x2, y1, y2 } = box!;
    return x >= x1 - 1 && x <= x2 + 1 && y >= y1 - 1 && y <= y2 + 1
      ? (x2 - x1) * (y2 - y1)
      : Infinity;
  };
  const boxes = stopsOf("boxes").flat();
  const mark = least(boxes, size, lines[0] ? 400 : Infinity) ??
    least(stopsOf("dots").flat(), (dot) => Math.hypot(dot.x - x, dot.y - y), REACH);
  if (mark) return [mark];
  const near = lines.flatMap((stops) => least(stops, across, REACH) ?? []);
  const nearest = least(near, across);
  const found = nearest ? undefined : least(boxes, size);
  return found ? [found] : near.filter((one) => Math.abs(one.x - nearest!.x) < 1);
}
