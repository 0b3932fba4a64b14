import { assertEquals } from "@std/assert";
import { localStamps } from "../../../src/read/csv/localStamps.ts";

Deno.test("dates with names of months are read in ten languages", () => {
  const dates = {
    "Jul 14, 2020, 10:36:55 PM": "2020-07-14T22:36:55",
    "lun., 30 juin 2014 7:03": "2014-06-30T07:03:00",
    "1 févr. 2023, 10:12:34": "2023-02-01T10:12:34",
    "1er août 2024": "2024-08-01",
    "12. März 2024 um 08:05": "2024-03-12T08:05:00",
    "16 de octubre de 2021 18:43": "2021-10-16T18:43:00",
    "7 września 2017 12:10": "2017-09-07T12:10:00",
    "3 mei 2024": "2024-05-03",
    "3 maj 2024": "2024-05-03",
    "3 maggio 2024": "2024-05-03",
    "3 de maio de 2024": "2024-05-03",
  };
  for (const [text, expected] of Object.entries(dates)) {
    assertEquals(localStamps([text]).read(text), expected, text);
  }
});
