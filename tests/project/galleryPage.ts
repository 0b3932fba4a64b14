import { EVERY_PICTURE } from "../plot/everyPicture.ts";

/** Questions, the most frequent ones first, and the charts that answer them. */
const QUESTIONS: readonly (readonly [question: string, charts: readonly string[]])[] = [
  ["How was this night?", ["hypnogram"]],
  ["How long do I sleep, and when?", ["sleepBars", "sleepRaster", "timeline"]],
  ["How do my values change over time?", ["line", "dailyBars", "calendar"]],
  ["What differs, and what goes together?", ["compare", "scatter"]],
  ["What does a usual day look like?", ["dayProfile"]],
  ["What moved at the same time, and what is missing?", ["overview", "coverage"]],
  ["Where do I stand, and what has added up?", ["tile", "balance"]],
  ["How was a night scored?", ["hypnodensity", "nremCycles", "transitions"]],
  ["How regular are my days?", ["regularity", "actogram"]],
  ["When in the day, the week or the year?", [
    "polarClock",
    "weekHours",
    "weekMonths",
    "periodogram",
  ]],
  ["What changed, and what follows an event?", ["change", "overlay", "around"]],
  ["How are values spread, and do two devices agree?", ["distribution", "agreement", "matrix"]],
  ["Where was I, and what happened?", ["dayPath", "visits", "events"]],
];

/** Returns the page that shows every chart with the call that draws it, sorted by question. */
export function galleryPage(): string {
  const sections = QUESTIONS.map(([question, charts]) =>
    `## ${question}\n\n${charts.map(card).join("\n\n")}`
  );
  return `# Chart gallery

Each function of \`plot\` takes a frame and options and returns a chart. Notebooks display charts;
\`.svg()\`, \`.html()\` and \`.save(path)\` export them. The tests compare with these files, and
\`tests/project/gallery_test.ts\` writes this page.

${sections.join("\n\n")}
`;
}

function card(name: string): string {
  const { call } = EVERY_PICTURE[name]!;
  return `### ${name}\n\n\`\`\`ts ignore\n${call};\n\`\`\`\n\n` +
    `![${name}](../tests/pictures/${name}.svg)`;
}
