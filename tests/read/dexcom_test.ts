import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { DEXCOM } from "./exampleTables.ts";

Deno.test("Clarity's table gives glucose, insulin and carbohydrates, and reports values beyond its range", async () => {
  const { metrics, report } = await any(new File([DEXCOM], "clarity.csv"), { tz: "Europe/Berlin" });
  const [first, ...others] = metrics["BloodGlucose"]!.toRecords();
  assertEquals([first!["value"], others], [150, []]);
  assertEquals(Number(first!["start_time"]), Date.UTC(2024, 2, 31, 6));
  assertEquals(metrics["InsulinUnitsDelivered"]!.getColumn("value").toArray(), [3.5]);
  assertEquals(metrics["DietaryCarbohydratesConsumed"]!.getColumn("value").toArray(), [30]);
  assertEquals(report.skipped, {
    "FirstName without a time": 1,
    "Device without a time": 1,
    "glucose is out of range for the sensor": 1,
    "events of type Exercise are not read": 1,
  });
  assertEquals(report.problems.map(({ where }) => where), ["line 5"]);
});

Deno.test("Clarity's table is read in German and Spanish, whatever the types of its rows are called", async () => {
  const tables = {
    de:
      `Index;Zeitstempel (JJJJ-MM-TTThh:mm:ss);Ereignistyp;Ereignisuntertyp;Glukosewert (mmol/l);Insulinwert (IE);Kohlenhydratwert (Gramm)
1;;Vorname;;;;
2;2024-03-31T08:00:00;EGW;;5,8;;
3;2024-03-31T08:05:00;EGW;;Niedrig;;
4;2024-03-31T08:06:00;Insulin;Schnell wirkend;;3,5;
5;2024-03-31T08:07:00;Kohlenhydrate;;;;30
6;2024-03-31T08:08:00;Alarm;Hoch;13,9;;
`,
    es:
      `Índice,Marca temporal (AAAA-MM-DDThh:mm:ss),Tipo de evento,Subtipo de evento,Nivel de glucosa (mmol/l),Nivel de insulina (u),Nivel de carbohidratos (gramos)
1,,Nombre,,,,
2,2024-03-31T08:00:00,Niveles estimados de glucosa,,"5,8",,
3,2024-03-31T08:05:00,Niveles estimados de glucosa,,Bajo,,
4,2024-03-31T08:06:00,Insulina,Acción rápida,,"3,5",
5,2024-03-31T08:07:00,Carbohidratos,,,,30
6,2024-03-31T08:08:00,Alerta,Alto,13.9,,
`,
  };
  for (const [language, text] of Object.entries(tables)) {
    const { metrics, report } = await any(new File([text], "clarity.csv"), { tz: "Europe/Berlin" });
    const glucose = metrics["BloodGlucose"]!.toRecords();
    assertEquals(glucose.map(({ value, unit }) => [value, unit]), [[5.8, "mmol/L"]], language);
    assertEquals(metrics["InsulinUnitsDelivered"]!.getColumn("value").toArray(), [3.5]);
    assertEquals(metrics["DietaryCarbohydratesConsumed"]!.getColumn("value").toArray(), [30]);
    assertEquals(report.skipped["glucose is out of range for the sensor"], 1, language);
  }
});

Deno.test("a table of Clarity in a language without known names is read by the order of its columns", async () => {
  const text =
    `"索引","タイムスタンプ (YYYY-MM-DDThh:mm:ss)","イベント タイプ","イベント サブタイプ","患者情報","デバイス情報","ソースデバイス ID","グルコース値 (mg/dL)","インスリン値 (単位)","炭水化物値 (グラム)","期間 (hh:mm:ss)"
"1","","名","","","","","","","",""
"9","","アラート","緊急低値","","","android G7","55","","",""
"11","2026-02-15T20:24:16","EGV","","","","android G7","105","","",""
"12","2026-02-15T20:29:16","EGV","","","","android G7","低","","",""
"13","2026-02-15T20:30:00","食事","","","","android G7","","","40",""
"14","2026-02-15T20:31:00","キャリブレーション","","","","android G7","98","","",""
`;
  const { metrics, report } = await any(new File([text], "clarity.csv"), { tz: "Asia/Tokyo" });
  const [glucose, ...others] = metrics["BloodGlucose"]!.toRecords();
  assertEquals([glucose!["value"], glucose!["unit"], others.length], [105, "mg/dL", 0]);
  assertEquals(Number(glucose!["start_time"]), Date.UTC(2026, 1, 15, 11, 24, 16));
  assertEquals(metrics["DietaryCarbohydratesConsumed"]!.getColumn("value").toArray(), [40]);
  assertEquals(report.skipped["glucose is out of range for the sensor"], 1);
  assertEquals(report.skipped["events of type キャリブレーション are not read"], 1);
});
