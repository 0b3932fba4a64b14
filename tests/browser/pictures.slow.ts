import { assert, assertEquals } from "@std/assert";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { evaluated } from "./chromium.ts";
import { LOOK, type Look, pageOf } from "./look.ts";

const folder = new URL("../pictures/", import.meta.url);
const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
  name.endsWith(".svg")
).sort();

testWithProgram(
  "chromium",
  "in a browser no text of any picture is cut or lies over another",
  async (chromium) => {
    const svgs = names.map((name) =>
      Deno.readTextFileSync(new URL(name, folder)).replace("<svg ", `<svg data-name="${name}" `)
    );
    const looks = await evaluated<Look[]>(chromium, pageOf(svgs), LOOK);
    assertEquals(looks.map((look) => look.name), names);
    for (const { name, width, height, texts, cut, over } of looks) {
      const least = name.startsWith("tile") ? 200 : 300;
      assert(width > least && height > 60 && texts > 0, `${name} is ${width} x ${height}`);
      assertEquals(cut, [], `${name}: cut`);
      assertEquals(over, [], `${name}: over each other`);
    }
  },
);
