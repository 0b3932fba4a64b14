import { type Axes, instantAt, place, placeOf, valueAt } from "./axis.ts";
import { legendEntries, showOnly } from "./legend.ts";
import { readSeries, type Series, type Stop } from "./stops.ts";
import { hideTip, showTip } from "./tip.ts";
import { around, zoomOf } from "./zoom.ts";

/** A picture whose values can be asked for. */
export interface LivePicture {
  /** Marks an instant; undefined marks none. */
  mark(at: number | undefined): void;
}

/** How far from the pointer a point may lie, in pixels. */
const REACH = 24;

/** How far the pointer is dragged before it brushes, in pixels. */
const BRUSH = 5;

const SVG = "http://www.w3.org/2000/svg";

/** Lets a picture say its values under the pointer, by touch and by keys; `link` hears which instant. */
export function livePicture(
  svg: SVGSVGElement,
  link: (at: number | undefined) => void,
): LivePicture {
  const axes = JSON.parse(svg.getAttribute("data-live") ?? "{}") as Axes;
  nameWithoutTitle(svg);
  svg.setAttribute("tabindex", "0");
  svg.style.touchAction = "pan-y pinch-zoom";
  const layer = svg.appendChild(document.createElementNS(SVG, "g"));
  layer.setAttribute("pointer-events", "none");
  layer.setAttribute("data-layer", "");
  let read: Series[] | undefined, series = 0, stop = -1, frame = 0;
  const zoom = zoomOf(svg, axes);
  const inView = ({ x, box }: Stop): boolean => {
    const [left, right] = axes.x!.r;
    return box === undefined ? x >= left - 1 && x <= right + 1 : box.x2 > left && box.x1 < right;
  };
  const all = (): Series[] => {
    if (read !== undefined) return read;
    read = readSeries(svg, axes);
    if (!zoom?.isOn) return read;
    const shown = read.map((one) => ({ ...one, stops: one.stops.filter(inView) }));
    return read = shown.filter(({ stops }) => stops.length > 0);
  };
  const zoomTo = (interval?: readonly [number, number]): void => {
    zoom?.show(interval);
    read = undefined;
    clear();
    hideTip();
  };

  const toPicture = (x: number, y: number): DOMPoint =>
    new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!.inverse());
  const toWindow = ({ x, y }: Stop): DOMPoint =>
    new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!);

  const draw = (name: string, attributes: Record<string, string | number>): void => {
    const element = layer.appendChild(document.createElementNS(SVG, name));
    for (
      const [key, value] of Object.entries({ fill: "none", stroke: "currentColor", ...attributes })
    ) {
      element.setAttribute(key, String(value));
    }
  };
  const cross = (x: number, y1: number, y2: number): void =>
    draw("line", { x1: x, x2: x, y1, y2, "stroke-opacity": 0.55, "stroke-dasharray": "2,2" });
  const outline = ({ x, y, box }: Stop): void => {
    if (box === undefined) draw("circle", { cx: x, cy: y, r: 4, "stroke-width": 1.5 });
    else {
      const width = Math.max(3, box.x2 - box.x1), height = Math.max(3, box.y2 - box.y1);
      draw("rect", { x: x - width / 2, y: y - height / 2, width, height, "stroke-width": 1.5 });
    }
  };
  const clear = (): void => layer.replaceChildren();

  /** Shows stops, the first of which says where. */
  const show = (stops: readonly Stop[], at: { x: number; y: number }, pixel?: DOMPoint): void => {
    clear();
    const first = stops[0],
      x = first?.box === undefined ? first?.x ?? pixel?.x : pixel?.x ?? first.x;
    if (x !== undefined) {
      const height = axes.y?.r;
      const t = first?.t ?? instantAt(axes, x, first?.y ?? pixel!.y);
      if (
        t !== undefined || first !== undefined && first.box === undefined && axes.x?.k !== "plain"
      ) {
        if (axes.y?.k !== "rows" && height) cross(x, height[0], height[1]);
      }
      link(t);
    }
    stops.forEach(outline);
    if (first === undefined) return hideTip();
    const [head, ...rest] = first.lines();
    const others = stops.slice(1).flatMap((one) => one.lines().slice(1));
    showTip([head!, ...rest, ...others], at.x, at.y);
  };
  const leave = (): void => {
    clear();
    hideTip();
    showOnly(svg, undefined);
    link(undefined);
    stop = -1;
  };

  const point = (event: PointerEvent): void => {
    if ((event.target as Element).closest("[data-mark=header]") !== null) return; // the legend answers itself
    const pixel = toPicture(event.clientX, event.clientY);
    const found = stopsAt(all(), pixel);
    const over = all().find(({ kind, elements }) =>
      kind === "line" && elements.includes(event.target as Element)
    );
    const lines = all().filter(({ kind }) => kind === "line");
    showOnly(svg, over !== undefined && lines.length > 1 ? over.elements : undefined);
    show(found, { x: event.clientX, y: event.clientY }, pixel);
  };
  let start: number | undefined, end: number | undefined; // of the brush
  const brush = (event: PointerEvent): void => {
    const [left, right] = axes.x!.r, { x } = toPicture(event.clientX, event.clientY);
    if (end === undefined && Math.abs(x - start!) < BRUSH) return;
    if (end === undefined) svg.setPointerCapture(event.pointerId);
    end = Math.max(left, Math.min(right, x));
    clear();
    hideTip();
    draw("rect", {
      x: Math.min(start!, end),
      y: 0,
      width: Math.abs(end - start!),
      height: svg.viewBox.baseVal.height,
      fill: "currentColor",
      "fill-opacity": 0.15,
      stroke: "none",
    });
  };
  svg.addEventListener("pointermove", (event) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => start === undefined ? point(event) : brush(event));
  });
  svg.addEventListener("pointerdown", (event) => {
    point(event);
    if (zoom === undefined || event.button !== 0 || event.pointerType === "touch") return;
    const { x } = toPicture(event.clientX, event.clientY), [left, right] = axes.x!.r;
    if (x >= left && x <= right) start = x;
  });
  for (const name of ["pointerup", "pointercancel"] as const) {
    svg.addEventListener(name, () => {
      cancelAnimationFrame(frame);
      if (end !== undefined) {
        zoomTo(
          name === "pointerup" ? [valueAt(axes.x!, start!), valueAt(axes.x!, end)] : undefined,
        );
      }
      start = end = undefined;
    });
  }
  if (zoom !== undefined) {
    svg.style.userSelect = "none";
    svg.setAttribute("aria-keyshortcuts", "+ - Escape");
    svg.addEventListener("dblclick", () => zoomTo());
  }
  svg.addEventListener("pointerleave", (event) => {
    cancelAnimationFrame(frame);
    if (event.pointerType !== "touch") leave();
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch" && !svg.contains(event.target as Node)) leave();
  });

  const step = (): void => {
    const { stops, elements } = all()[series]!, one = stops[stop]!;
    showOnly(svg, all().length > 1 ? elements : undefined);
    const at = toWindow(one);
    show([one], at);
  };
  svg.addEventListener("focus", () => {
    if (!svg.matches(":focus-visible") || all().length === 0) return;
    stop = 0;
    step();
  });
  svg.addEventListener("blur", leave);
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return zoom?.isOn ? zoomTo() : leave();
    const count = all().length, stops = all()[series]?.stops ?? [];
    if (count === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const before = stops[stop];
    switch (event.key) {
      case "ArrowRight":
        stop = Math.min(stops.length - 1, stop + 1);
        break;
      case "ArrowLeft":
        stop = Math.max(0, stop - 1);
        break;
      case "Home":
        stop = 0;
        break;
      case "End":
        stop = stops.length - 1;
        break;
      case "ArrowDown":
      case "ArrowUp":
        series = (series + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
        stop = nearest(all()[series]!.stops, before?.x ?? 0);
        break;
      case "+":
      case "=":
      case "-": {
        if (zoom === undefined || before === undefined) return;
        const at = valueAt(axes.x!, before.x);
        zoomTo(around(axes.x!, at, event.key === "-" ? 2 : 0.5));
        series = Math.min(series, all().length - 1);
        stop = nearest(all()[series]!.stops, place(axes.x!, at));
        break;
      }
      default:
        return;
    }
    event.preventDefault();
    step();
  });
  legendEntries(svg);
  return {
    mark: (at) => {
      clear();
      const found = at === undefined ? undefined : placeOf(axes, at);
      if (found !== undefined) cross(found.x, found.y1, found.y2);
    },
  };
}

/** The browser shows a title wherever nothing else is pointed at: it becomes a label. */
function nameWithoutTitle(svg: SVGSVGElement): void {
  const whole = svg.parentElement?.closest<SVGSVGElement>("svg.lifeframe") ?? undefined;
  const texts = ["title", "desc"].flatMap((name) =>
    (whole ?? svg).querySelector(`:scope > ${name}`)?.textContent ?? []
  );
  if (whole !== undefined) { // one of several: each is an image of its own
    const own = svg.querySelector("[data-mark=header]")?.textContent;
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", own || whole.getAttribute("aria-label") || texts.join(". "));
    whole.setAttribute("role", "group");
  }
  for (const one of [svg, ...whole === undefined ? [] : [whole]]) {
    if (one.querySelector(":scope > title") === null) continue;
    one.setAttribute("aria-label", texts.join(". "));
    one.removeAttribute("aria-labelledby");
    one.querySelector(":scope > title")!.remove();
  }
}

/** What lies at a pixel: the smallest mark that holds it, else the points of all lines beside it. */
function stopsAt(all: readonly Series[], { x, y }: DOMPoint): Stop[] {
  const inside = all.filter(({ kind }) => kind === "boxes").flatMap(({ stops }) => stops)
    .filter(({ box }) =>
      box !== undefined && x >= box.x1 - 1 && x <= box.x2 + 1 && y >= box.y1 - 1 && y <= box.y2 + 1
    );
  const size = ({ box }: Stop): number => (box!.x2 - box!.x1) * (box!.y2 - box!.y1);
  const lines = all.filter(({ kind }) => kind === "line");
  const small = inside.filter((stop) => lines.length === 0 || size(stop) < 400);
  const mark = small.sort((a, b) => size(a) - size(b))[0];
  if (mark !== undefined) return [mark];
  let dot: Stop | undefined, reach = REACH;
  for (const { kind, stops } of all) {
    for (const stop of kind === "dots" ? stops : []) {
      const distance = Math.hypot(stop.x - x, stop.y - y);
      if (distance < reach) [dot, reach] = [stop, distance];
    }
  }
  if (dot !== undefined) return [dot];
  const near = lines.flatMap(({ stops }) => {
    const found = stops[nearest(stops, x)];
    return found === undefined || Math.abs(found.x - x) > REACH ? [] : [found];
  });
  const at = near.reduce<number | undefined>(
    (best, one) => best === undefined || Math.abs(one.x - x) < Math.abs(best - x) ? one.x : best,
    undefined,
  );
  const found = near.filter((one) => Math.abs(one.x - at!) < 1);
  return found.length > 0 ? found : inside.sort((a, b) => size(a) - size(b)).slice(0, 1);
}

/** The place of the stop that lies nearest to a pixel from left to right; those of lines are in order. */
function nearest(stops: readonly Stop[], x: number): number {
  let best = 0;
  for (let i = 1; i < stops.length; i++) {
    if (Math.abs(stops[i]!.x - x) < Math.abs(stops[best]!.x - x)) best = i;
  }
  return best;
}
