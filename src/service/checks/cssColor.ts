import { CSS_COLORS } from "./cssColors.ts";

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;
const FUNCTION = /^(rgb|hsl)a?\(\s*([^()]*?)\s*\)$/;
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|deg|grad|rad|turn)?$/;

/** Angles as degrees. */
const DEGREES: Readonly<Record<string, number>> = {
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
};

/**
 * A CSS colour (level 4: names, hex, `rgb()`, `hsl()` in both notations) as `#rrggbb`, or
 * `#rrggbbaa` where it is not opaque; undefined where the text is none.
 */
export function cssColor(text: string): string | undefined {
  const color = text.trim().toLowerCase();
  if (color === "transparent") return "#00000000";
  const named = CSS_COLORS.get(color);
  if (named !== undefined) return named;
  if (HEX.test(color)) return opaque(color.length > 5 ? color : color.replace(/\w/g, "$&$&"));
  const [, name, inner] = FUNCTION.exec(color) ?? [];
  const parts = inner === undefined ? undefined : split(inner);
  if (parts === undefined) return undefined;
  const alpha = parts[3] === undefined ? 1 : share(parts[3], 1);
  const channels = name === "rgb" ? rgb(parts) : hsl(parts);
  if (channels === undefined || alpha === undefined) return undefined;
  return opaque(`#${[...channels, alpha].map((part) => byte(part)).join("")}`);
}

/** Three or four arguments: between commas, or between spaces with the last after a slash. */
function split(inner: string): string[] | undefined {
  const legacy = inner.includes(",");
  const parts = legacy ? inner.split(/\s*,\s*/) : inner.split(/\s*\/\s*|\s+/);
  const slashes = inner.split("/").length - 1;
  const count = legacy ? [3, 4] : [3 + slashes];
  const wellFormed = legacy ? slashes === 0 : slashes === 0 || /^[^/]+\/\s*[^\s/]+$/.test(inner);
  return count.includes(parts.length) && wellFormed ? parts : undefined;
}

function rgb(parts: readonly string[]): number[] | undefined {
  const channels = parts.slice(0, 3).map((part) => share(part, 255));
  const percents = parts.slice(0, 3).filter((part) => part.endsWith("%")).length;
  return channels.includes(undefined) || percents % 3 !== 0 ? undefined : channels as number[];
}

/** After CSS Color 4, section 7.1. */
function hsl([hue = "", saturation = "", lightness = ""]: readonly string[]):
  | number[]
  | undefined {
  const [, digits, unit = "deg"] = NUMBER.exec(hue) ?? [];
  const scale = DEGREES[unit];
  const s = share(saturation, 100), l = share(lightness, 100);
  if (digits === undefined || scale === undefined || s === undefined || l === undefined) {
    return undefined;
  }
  const degrees = Number(digits) * scale;
  const channel = (n: number): number => {
    const k = (((n + degrees / 30) % 12) + 12) % 12;
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  const channels = [channel(0), channel(8), channel(4)];
  return channels.every(Number.isFinite) ? channels : undefined;
}

/** A number as a share of the whole, or a percentage, from 0 to 1. */
function share(text: string, whole: number): number | undefined {
  const [, digits, unit] = NUMBER.exec(text) ?? [];
  if (digits === undefined || (unit !== undefined && unit !== "%")) return undefined;
  return Math.min(1, Math.max(0, Number(digits) / (unit === "%" ? 100 : whole)));
}

function byte(share: number): string {
  return Math.round(share * 255).toString(16).padStart(2, "0");
}

function opaque(hex: string): string {
  return hex.length === 9 && hex.endsWith("ff") ? hex.slice(0, 7) : hex;
}
