import { assertEquals } from "@std/assert";
import { licenceOf } from "../../tools/licences.ts";

Deno.test("licenceOf() accepts permissive licences from package.json", () => {
  assertEquals(licenceOf("ky@2.1.0", "MIT"), { id: "ky@2.1.0", licence: "MIT", why: "" });
  assertEquals(licenceOf("@swc/helpers@0.5.24", "Apache-2.0").licence, "Apache-2.0");
});

Deno.test("licenceOf() does not know a licence that nobody reviewed", () => {
  for (const said of ["GPL-3.0", "SEE LICENSE IN LICENSE", undefined, "MIT OR GPL-3.0"]) {
    assertEquals(licenceOf("left-pad@1.0.0", said).licence, undefined);
  }
});

Deno.test("licenceOf() gives the reason for a reviewed licence", () => {
  const { licence, why } = licenceOf(
    "nodejs-polars-linux-x64-gnu@0.25.2",
    "SEE LICENSE IN LICENSE",
  );
  assertEquals(licence, "MIT");
  assertEquals(why.includes("nodejs-polars"), true);
});
