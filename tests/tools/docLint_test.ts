import { assertEquals } from "@std/assert";
import { findings, isInferred } from "../../tools/docLint.ts";

const TEXT = `warning: something
error[private-type-ref]: public type 'Tag' references private type 'tag'
  --> /project/src/schema/tags.ts:16:1
   |
error[private-type-ref]: public type 'SentAs' references private type 'input'
  --> /project/src/api/fields/endpoint.ts:83:1
error[private-type-ref]: public type 'A' references private type 'B'
  --> /project/src/frame/open.ts:83:1
error[missing-jsdoc]: exported symbol is missing JSDoc documentation
  --> /project/src/schema/tags.ts:18:14
error: Found 4 documentation lint errors.
`;

Deno.test("the lint of documentation ignores types that zod infers, and nothing else", () => {
  assertEquals(
    findings(TEXT).filter((finding) => !isInferred(finding)).map((finding) =>
      finding.split("\n")[0]
    ),
    [
      "error[private-type-ref]: public type 'A' references private type 'B'",
      "error[missing-jsdoc]: exported symbol is missing JSDoc documentation",
    ],
  );
});

Deno.test("the lint of documentation is the same in a folder with a space in its name", () => {
  const inFolder = TEXT.replaceAll("/project/", "/new user/life frame/");
  assertEquals(findings(inFolder).map(isInferred), findings(TEXT).map(isInferred));
});
