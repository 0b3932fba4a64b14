import { EVERY_PICTURE } from "../plot/everyPicture.ts";

/** The page that shows every picture with the call that draws it. */
export function galleryPage(): string {
  const pictures = Object.entries(EVERY_PICTURE).map(([name, { call }]) =>
    `## ${name}\n\n\`\`\`ts ignore\n${call};\n\`\`\`\n\n![${name}](../tests/pictures/${name}.svg)`
  );
  return `# Pictures

Each function of \`plot\` takes a frame and options and gives a picture, which shows itself in a
notebook and has \`.svg()\`, \`.html()\` and \`.save(path)\`. These are the pictures with which the tests
compare; the page is written by \`tests/project/gallery_test.ts\`.

${pictures.join("\n\n")}
`;
}
