// @ts-types="@types/culori/fn"
import {
  clampRgb,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  modeLab65,
  modeLrgb,
  modeRgb,
  parseHex,
  type Rgb,
  useMode,
  wcagContrast,
} from "culori/fn";
import { assert, assertEquals } from "@std/assert";
import {
  ALERT_TOKEN,
  ALL_TOKENS,
  CATEGORY_TOKENS,
  darkStyle,
  DIVERGING_TOKENS,
  DOMAIN_TEXT_TOKENS,
  DOMAIN_TOKENS,
  INK_TOKENS,
  SEQUENTIAL_TOKENS,
  STAGE_TEXT_TOKENS,
  STAGE_TOKENS,
  toDark,
  type Token,
} from "../../src/display/colors.ts";

/** culori, an independent library, computes distances, contrasts and sight. */
const rgb = useMode(modeRgb), linear = useMode(modeLrgb);
const lab = useMode(modeLab65);
const distance = differenceCiede2000();
/** Sight without and with one kind of cone missing (Machado 2009), in linear light. */
const SIGHTS = [
  (color: Rgb): Rgb => color,
  ...[filterDeficiencyDeuter(1), filterDeficiencyProt(1), filterDeficiencyTrit(1)]
    .map((filter) => (color: Rgb): Rgb =>
      clampRgb(rgb({ ...filter({ ...linear(color), mode: "rgb" }) as Rgb, mode: "lrgb" }))
    ),
];
const PAPERS = ["light", "dark"] as const;
const color = (hex: string): Rgb => parseHex(hex) as Rgb;
const lightness = (hex: string): number => lab(color(hex)).l;

/** Returns the least distance of two colours in four kinds of sight. */
function apart(a: string, b: string): number {
  return Math.min(...SIGHTS.map((see) => distance(see(color(a)), see(color(b)))));
}

function pairs<T>(values: readonly T[]): [T, T][] {
  return values.flatMap((a, i) => values.slice(i + 1).map((b): [T, T] => [a, b]));
}

const STAGES = Object.values(STAGE_TOKENS), DOMAINS = Object.values(DOMAIN_TOKENS);
const CELLS = SEQUENTIAL_TOKENS.map(({ cell }) => cell);

for (const paper of PAPERS) {
  const ground = INK_TOKENS.paper[paper];
  const contrast = (token: Token): number => wcagContrast(token[paper], ground);

  Deno.test(`marks have a contrast of at least 3 on ${paper} paper`, () => {
    for (const token of [...STAGES, ...DOMAINS, ...CATEGORY_TOKENS, ALERT_TOKEN, INK_TOKENS.axis]) {
      assert(contrast(token) >= 3, `${token[paper]} has ${contrast(token)}`);
    }
  });

  Deno.test(`text has a contrast of at least 4.5 on ${paper} paper`, () => {
    const { ink, ink2, ink3 } = INK_TOKENS;
    const texts = [STAGE_TEXT_TOKENS, DOMAIN_TEXT_TOKENS].flatMap((one) => Object.values(one));
    for (const token of [ink, ink2, ink3, ...texts]) {
      assert(contrast(token) >= 4.5, `${token[paper]} has ${contrast(token)}`);
    }
    for (const { cell, text } of SEQUENTIAL_TOKENS) {
      const own = wcagContrast(text[paper], cell[paper]);
      assert(own >= 4.5, `${text[paper]} on ${cell[paper]} has ${own}`);
    }
  });

  for (const [name, tokens] of Object.entries({ STAGES, DOMAINS, CATEGORY_TOKENS })) {
    Deno.test(`${name} differ by at least 12 in every kind of sight on ${paper} paper`, () => {
      for (const [a, b] of pairs(tokens)) {
        const own = apart(a[paper], b[paper]);
        assert(own >= 12, `${a[paper]} and ${b[paper]} differ by ${own}`);
      }
    });
  }

  Deno.test(`stages and categories differ in grey print on ${paper} paper`, () => {
    for (const tokens of [STAGES, CATEGORY_TOKENS]) {
      for (const [a, b] of pairs(tokens)) {
        const own = Math.abs(lightness(a[paper]) - lightness(b[paper]));
        assert(own >= 5, `${a[paper]} and ${b[paper]} differ by ${own}`);
      }
    }
  });

  Deno.test(`classes differ by at least 10 from their neighbours on ${paper} paper`, () => {
    for (const ramp of [CELLS, DIVERGING_TOKENS]) {
      ramp.slice(1).forEach((token, i) => {
        const own = apart(token[paper], ramp[i]![paper]);
        assert(own >= 10, `${ramp[i]![paper]} and ${token[paper]} differ by ${own}`);
      });
    }
  });

  Deno.test(`errors differ by at least 12 from stages, domains, categories and grey marks on ${paper} paper`, () => {
    const { ink2, ink3, axis } = INK_TOKENS;
    for (const token of [...STAGES, ...DOMAINS, ...CATEGORY_TOKENS, ink2, ink3, axis]) {
      const own = apart(ALERT_TOKEN[paper], token[paper]);
      assert(own >= 12, `${token[paper]} differs by ${own}`);
    }
  });

  Deno.test(`the first category is not mistaken for core sleep on ${paper} paper`, () => {
    assert(apart(CATEGORY_TOKENS[0]![paper], STAGE_TOKENS.core[paper]) >= 12);
  });

  Deno.test(`deeper sleep is darker on ${paper} paper`, () => {
    const { awake, rem, core, deep, n1 } = STAGE_TOKENS;
    const order = [awake, rem, core, deep].map((token) => lightness(token[paper]));
    assertEquals(order, order.toSorted((a, b) => b - a));
    assert(lightness(n1[paper]) > lightness(core[paper]));
  });
}

Deno.test("a light colour has one dark colour", () => {
  for (const [a, b] of pairs(ALL_TOKENS)) if (a.light === b.light) assertEquals(a, b);
});

Deno.test("darkStyle() converts the tokens of a drawing, and no other colours", () => {
  const svg = '<svg class="lifeframe"><path fill="#005a90"/><path stroke="#123456"/></svg>';
  const style = darkStyle(svg);
  assert(style.includes('[fill="#005a90"]{fill:light-dark(#005a90,#5b98d6)}'));
  assert(!style.includes("#123456"));
  assertEquals(darkStyle("<svg></svg>"), "");
  assertEquals(toDark(svg), svg.replace("#005a90", "#5b98d6"));
});

Deno.test("charts only use colours of the tokens", async () => {
  const folders = ["plot", "app/report", "app/page"];
  for (const folder of folders) {
    for await (const file of filesOf(new URL(`../../src/${folder}/`, import.meta.url))) {
      const text = await Deno.readTextFile(file);
      const literals = text.match(/"#[0-9a-f]{3,8}"|[:\s]#[0-9a-f]{3,8}(?=[;\s,}])/gi) ?? [];
      assertEquals(literals, [], `${file.pathname}: use src/display/colors.ts`);
    }
  }
});

async function* filesOf(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesOf(new URL(`${name}/`, folder));
    else if (name.endsWith(".ts")) yield new URL(name, folder);
  }
}
