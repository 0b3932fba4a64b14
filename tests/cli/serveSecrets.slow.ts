import { assertEquals, assertRejects } from "@std/assert";
import { serveSecrets } from "../../src/cli/serveSecrets.ts";
import { inFolder } from "../helpers/inFolder.ts";
import { withEnv } from "./console.ts";

const SHORTEST = "0123456789abcdef", NONE = { storageSecret: undefined, operatorToken: undefined };
const VARIABLES = { LIFEFRAME_STORAGE_SECRET: undefined, LIFEFRAME_OPERATOR_TOKEN: undefined };

Deno.test("serveSecrets() accepts a secret of 16 characters, and rejects 15 characters or a space", async () => {
  assertEquals(SHORTEST.length, 16);
  const read = (secret: string) =>
    withEnv(
      { ...VARIABLES, LIFEFRAME_STORAGE_SECRET: secret },
      () => serveSecrets({ secretFiles: NONE }),
    );
  assertEquals(await read(SHORTEST), { storageSecret: SHORTEST });
  assertEquals(await read(`  ${SHORTEST}\n`), { storageSecret: SHORTEST });
  for (
    const secret of [SHORTEST.slice(1), ` ${SHORTEST.slice(1)} `, `${SHORTEST} ${SHORTEST}`, ""]
  ) {
    await assertRejects(
      () => read(secret),
      RangeError,
      "LIFEFRAME_STORAGE_SECRET has to contain one word of at least 16 characters",
    );
  }
});

Deno.test("serveSecrets() reads each secret from its file, else from its variable, else not at all", () =>
  inFolder(async (folder) => {
    const [storage, operator] = [`${folder}/storage`, `${folder}/operator`];
    await Deno.writeTextFile(storage, "storage-of-a-file\n");
    await Deno.writeTextFile(operator, "operator-of-a-file\n");
    const variables = {
      LIFEFRAME_STORAGE_SECRET: "storage-of-a-variable",
      LIFEFRAME_OPERATOR_TOKEN: "operator-of-a-variable",
    };
    const read = (secretFiles: typeof NONE | Record<keyof typeof NONE, string | undefined>) =>
      serveSecrets({ secretFiles });
    assertEquals(await withEnv(VARIABLES, () => read(NONE)), {});
    await withEnv(variables, async () => {
      assertEquals(await read(NONE), {
        storageSecret: "storage-of-a-variable",
        operatorToken: "operator-of-a-variable",
      });
      assertEquals(await read({ storageSecret: storage, operatorToken: operator }), {
        storageSecret: "storage-of-a-file",
        operatorToken: "operator-of-a-file",
      });
      assertEquals(await read({ ...NONE, operatorToken: operator }), {
        storageSecret: "storage-of-a-variable",
        operatorToken: "operator-of-a-file",
      });
      await Deno.writeTextFile(storage, "short");
      for (const name of ["storageSecret", "operatorToken"] as const) {
        const option = name === "storageSecret" ? "--storage-secret-file" : "--operator-token-file";
        await assertRejects(
          () => read({ ...NONE, [name]: storage }),
          RangeError,
          `${option} ${storage} has to contain one word`,
        );
      }
    });
  }));
