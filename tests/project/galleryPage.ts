import { EVERY_PICTURE } from "../plot/everyPicture.ts";

/** Returns the page that shows every chart with the call that draws it. */
export function galleryPage(): string {
  const pictures = Object.entries(EVERY_PICTURE).map(([name, { call }]) =>
    `## ${name}\n\n\`\`\`ts ignore\n${call};\n\`\`\`\n\n![${name}](../tests/pictures/${name}.svg)`
  );
  return `# Chart gallery

Each function of \`plot\` takes a frame and options and returns a chart. Notebooks display charts;
\`.svg()\`, \`.html()\` and \`.save(path)\` export them. The tests compare with these files, and
\`tests/project/gallery_test.ts\` writes this page.

${pictures.join("\n\n")}
`;
}
