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

Deno.test("dates in Russian, Chinese, Japanese and Korean are read", () => {
  const { read } = localStamps([]);
  for (
    const [text, iso] of [
      ["3 июл. 2021 г., 8:02:01", "2021-07-03T08:02:01"],
      ["12 мая 2021 г., 18:02", "2021-05-12T18:02:00"],
      ["2021年7月3日 8:02:01", "2021-07-03T08:02:01"],
      ["2021年7月3日 下午8:02", "2021-07-03T20:02:00"],
      ["2021. 7. 3. 오전 12:02:01", "2021-07-03T00:02:01"],
      ["2021년 7월 3일", "2021-07-03"],
    ] as const
  ) assertEquals(read(text), iso, text);
});
