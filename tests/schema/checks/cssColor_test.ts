import { assertEquals } from "@std/assert";
import { cssColor } from "../../../src/schema/checks/cssColor.ts";

Deno.test("cssColor() reads names, hex, rgb() and hsl() in both notations", () => {
  for (
    const [text, hex] of [
      ["red", "#ff0000"],
      ["RebeccaPurple", "#663399"],
      [" lightgoldenrodyellow ", "#fafad2"],
      ["transparent", "#00000000"],
      ["#ABC", "#aabbcc"],
      ["#abcd", "#aabbccdd"],
      ["#abcf", "#aabbcc"],
      ["#123456", "#123456"],
      ["#123456FF", "#123456"],
      ["#12345678", "#12345678"],
      ["rgb(255, 0, 128)", "#ff0080"],
      ["rgb(100%, 0%, 50%)", "#ff0080"],
      ["rgba(255,0,128,.5)", "#ff008080"],
      ["rgb(255 0 128 / 50%)", "#ff008080"],
      ["rgb(255 0 128/1)", "#ff0080"],
      ["rgb(300, -5, 127.6)", "#ff0080"],
      // The examples of CSS Color 4, section 7.
      ["hsl(120deg 100% 50%)", "#00ff00"],
      ["hsl(120, 100%, 25%)", "#008000"],
      ["hsl(120deg 75% 85%)", "#bcf5bc"],
      ["hsla(-240, 100%, 25%, 100%)", "#008000"],
      ["hsl(0.5turn 100% 50%)", "#00ffff"],
    ] as const
  ) assertEquals(cssColor(text), hex, text);
});

Deno.test("cssColor() reads hwb(), lab(), lch(), oklab(), oklch() and color() as Chromium does", () => {
  for (
    const [text, hex] of [
      // The examples of CSS Color 4, sections 9 and 10.
      ["lab(29.2345% 39.3825 20.0664)", "#7d2329"],
      ["lch(52.2345% 72.2 56.2)", "#c65d06"],
      ["hwb(90 10% 10%)", "#80e61a"],
      ["hwb(150 20% 10%)", "#33e68c"],
      ["OKLCH(62.8% 0.2577 29.23)", "#ff0000"],
      ["oklch(70% 0.4 150)", "#00d600"], // beyond sRGB: clipped
      ["color(srgb 0.5 0.25 1)", "#8040ff"],
      ["color(xyz 0.3 0.3 0.3)", "#a2918f"],
      ["color(display-p3 1 0 0)", "#ff0000"],
      ["rgb(1% 2 3)", "#030203"],
      ["rgb(none 0 0)", "#000000"],
      ["hsl(120 100 50)", "#00ff00"],
      ["rgb(0 0 0 / 0.9999)", "#000000"],
    ] as const
  ) assertEquals(cssColor(text), hex, text);
});

Deno.test("cssColor() returns undefined for text that is not a colour", () => {
  for (
    const text of [
      ..."|redd|#12|#12345|#ggg|rgb()|rgb(1,2)|rgb(1,2,3,4,5)|rgb(1 2 3 4)|rgb(1,2 3)".split("|"),
      ..."rgb(1%,2,3)|rgb(a,b,c)|hsl(1px,1%,1%)|hsl(1e999,50%,50%)|rgb(1 2/3)|constructor".split(
        "|",
      ),
      "rgb(1,2,3/4)",
      "ff0000",
      "abc",
      "color(--hsv 1 0 0)",
      "lab(1,2,3)",
      "oklch(0.5 0.1 1e999)",
      "url(x)",
    ]
  ) assertEquals(cssColor(text), undefined, text);
});
