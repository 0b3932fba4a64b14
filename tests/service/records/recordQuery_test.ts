import { assertEquals, assertThrows } from "@std/assert";
import { Problem } from "../../../src/service/http/problem.ts";
import { recordQuery } from "../../../src/service/records/recordQuery.ts";

const UUID = "0189f7ea-ae2c-7809-8aeb-b819cf5e9e7f";
const SECOND = 1_000_000n;

Deno.test("recordQuery() parses selectors, ranges and instants", () => {
  const type = `Event/${UUID}`;
  for (
    const [text, expected] of [
      ["HeartRate", { dataType: "HeartRate", range: undefined, at: undefined }],
      ["HeartRate{}", { dataType: "HeartRate", range: undefined, at: undefined }],
      ["HeartRate[86400s] @ 1706054400", {
        dataType: "HeartRate",
        range: 86_400n * SECOND,
        at: 1_706_054_400n * SECOND,
      }],
      [" HeartRate [ 1h30m ]@1706054400.25 ", {
        dataType: "HeartRate",
        range: 5_400n * SECOND,
        at: 1_706_054_400_250_000n,
      }],
      [`{__name__="${type}"}[1d1w] @ -1.5`, {
        dataType: type,
        range: 691_200n * SECOND,
        at: -1_500_000n,
      }],
      [`{ __name__ = '${type}' , } [1y2ms]`, {
        dataType: type,
        range: 31_536_000n * SECOND + 2_000n,
        at: undefined,
      }],
      ["{__name__=`Event/a\\`}@1.7e9", {
        dataType: "Event/a\\",
        range: undefined,
        at: 1_700_000_000n * SECOND,
      }],
      [`{__name__="a\\"b"}[1000ms]`, { dataType: 'a"b', range: SECOND, at: undefined }],
    ] as const
  ) {
    assertEquals(recordQuery(text), expected, text);
  }
});

Deno.test("recordQuery() reports unsupported features, and the position of a syntax error", () => {
  for (
    const [text, message] of [
      ["rate(HeartRate[5m])", "function 'rate' is not supported"],
      ["sum by (x) (HeartRate)", "function 'sum' is not supported"],
      ['{__name__=~"Heart.*"}', "operator '=~' is not supported"],
      ['{__name__!="HeartRate"}', "operator '!=' is not supported"],
      ['{source="Wrist"}', "label 'source' is not supported"],
      ['{__name__="A",source="B"}', "label 'source' is not supported"],
      ["HeartRate[5m:1m]", "subqueries are not supported"],
      ["HeartRate[999ms]", "the range must be at least 1s"],
      ["HeartRate[0s]", "the range must be at least 1s"],
      ["", "syntax error at position 0: expected a data type or {, found the end"],
      ["HeartRate[]", 'syntax error at position 10: expected a duration such as 3600s, found "]"'],
      ["HeartRate[5m", "syntax error at position 12: expected ], found the end"],
      ["HeartRate[5]", 'syntax error at position 10: expected a duration such as 3600s, found "5"'],
      [
        "HeartRate @",
        "syntax error at position 11: expected an instant in Unix seconds, found the end",
      ],
      ["HeartRate offset 5m", 'syntax error at position 10: expected the end, found "o"'],
      ["HeartRate + 1", 'syntax error at position 10: expected the end, found "+"'],
      [`Event/${UUID}`, 'syntax error at position 5: expected the end, found "/"'],
      ["{}", 'syntax error at position 1: expected a label, found "}"'],
      ["{__name__=HeartRate}", 'syntax error at position 10: expected text in quotes, found "H"'],
      ["💓", 'syntax error at position 0: expected a data type or {, found "💓"'],
    ]
  ) {
    const problem = assertThrows(() => recordQuery(text!), Problem) as Problem;
    assertEquals([problem.status, problem.message], [422, message], text);
  }
});
