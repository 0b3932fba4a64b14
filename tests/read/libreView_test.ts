import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { LIBRE_VIEW } from "./exampleTables.ts";

const read = (text: string) => any(new File([text], "glucose.csv"), { tz: "America/New_York" });

Deno.test("LibreView's table gives glucose, insulin, carbohydrates and notes", async () => {
  const { metrics, events } = await read(LIBRE_VIEW);
  const glucose = metrics["BloodGlucose"]!.toRecords();
  assertEquals(glucose.map(({ value, unit }) => [value, unit]), [[104, "mg/dL"], [151, "mg/dL"]]);
  assertEquals(Number(glucose[1]!["start_time"]), Date.parse("2024-03-31T21:30:00-04:00"));
  assertEquals(metrics["InsulinUnitsDelivered"]!.getColumn("value").toArray(), [4.5]);
  assertEquals(metrics["DietaryCarbohydratesConsumed"]!.getColumn("value").toArray(), [48]);
  assertEquals(events.getColumn("title").toArray(), ["Lunch"]);
});

Deno.test("LibreView's dates are read in the order that they imply, in mmol/L and with decimal commas", async () => {
  const european = LIBRE_VIEW.replaceAll("mg/dL", "mmol/L").replaceAll("03-31-2024", "31-03-2024")
    .replaceAll(" AM,0,104", ',0,"5,8"').replaceAll(/ (?:AM|PM),/g, ",");
  const { metrics } = await read(european);
  const [first] = metrics["BloodGlucose"]!.toRecords();
  assertEquals([first!["value"], first!["unit"]], [5.8, "mmol/L"]);
  assertEquals(Number(first!["start_time"]), Date.parse("2024-03-31T09:15:00-04:00"));
});

Deno.test("dates that fit two orders are read in the order that puts them closer together", async () => {
  const rows = ["01", "02", "03"].map((day) => `Libre,ABC,${day}-04-2024 10:00,0,100`).join("\n");
  const { metrics, report } = await read(
    `Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL\n${rows}\n`,
  );
  const days = metrics["BloodGlucose"]!.toRecords()
    .map(({ start_time }) => new Date(Number(start_time)).toISOString().slice(0, 10));
  assertEquals(days, ["2024-04-01", "2024-04-02", "2024-04-03"]);
  assertEquals(report.notes.some((note) => note.includes("day/month")), true);
});

Deno.test("LibreView's table is read in German, French and Spanish", async () => {
  const headers = {
    de: "Gerät,Seriennummer,Gerätezeitstempel,Aufzeichnungstyp,Glukosewert-Verlauf mg/dL," +
      "Glukose-Scan mg/dL,Schnellwirkendes Insulin (Einheiten),Kohlenhydrate (Gramm),Notizen",
    fr: "Appareil,Numéro de série,Horodatage de l'appareil,Type d'enregistrement," +
      "Historique de la glycémie mg/dL,Numérisation de la glycémie mg/dL," +
      "Insuline à action rapide (unités),Glucides (grammes),Remarques",
    es: "Dispositivo,Número de serial,Sello de tiempo del dispositivo,Tipo de registro," +
      "Historial de glucosa mg/dL,Escaneo de glucosa mg/dL," +
      "Insulina de acción rápida (unidades),Carbohidratos (gramos),Notas",
  };
  for (const [language, header] of Object.entries(headers)) {
    const { metrics, events, report } = await read(
      `Export,31-03-2024 10:00 UTC\n${header}\n` +
        `FreeStyle,ABC,31-03-2024 09:15,0,104,,,,\nFreeStyle,ABC,31-03-2024 21:30,1,,151,,,\n` +
        `FreeStyle,ABC,31-03-2024 12:05,4,,,"4,5",,\nFreeStyle,ABC,31-03-2024 12:10,5,,,,48,+\n`,
    );
    const glucose = metrics["BloodGlucose"]!.toRecords();
    assertEquals(glucose.map(({ value }) => value), [104, 151], language);
    assertEquals(Number(glucose[1]!["start_time"]), Date.parse("2024-03-31T21:30:00-04:00"));
    assertEquals(metrics["InsulinUnitsDelivered"]!.getColumn("value").toArray(), [4.5]);
    assertEquals(metrics["DietaryCarbohydratesConsumed"]!.getColumn("value").toArray(), [48]);
    assertEquals([events.height, report.skipped], [1, {}], language);
  }
});

Deno.test("the table of the program before LibreView is read, too", async () => {
  const table = `A Person
ID\tTime\tRecord Type\tHistoric Glucose (mg/dL)\tScan Glucose (mg/dL)
845\t2017/03/31 09:15\t0\t104\t
846\t2017/03/31 09:20\t1\t\t110
`;
  const { metrics } = await any(new File([table], "libre.txt"), { tz: "UTC" });
  const glucose = metrics["BloodGlucose"]!.toRecords();
  assertEquals(glucose.map(({ value, unit }) => [value, unit]), [[104, "mg/dL"], [110, "mg/dL"]]);
  assertEquals(Number(glucose[0]!["start_time"]), Date.UTC(2017, 2, 31, 9, 15));
});

Deno.test("LibreView's table in a language without known names is read by the order of its columns", async () => {
  const text = `Glucosegegevens,Gegenereerd op,24-08-2024 10:00 UTC,Gegenereerd door,X
Apparaat,Serienummer,Tijdstempel apparaat,Gegevenstype,Historische glucose mmol/l,Scan Glucose mmol/l,Niet-numerieke snelwerkende insuline,Snelwerkende insuline (eenheden),Niet-numeriek voedsel,Koolhydraten (gram),Koolhydraten (porties),Niet-numerieke langwerkende insuline,Langwerkende insuline (eenheden),Notities,Strip glucose mmol/l,Keton mmol/l
Libre 3,A,23-08-2024 08:00,0,"5,4",,,,,,,,,,,
Libre 3,A,23-08-2024 08:07,1,,"6,1",,,,,,,,,,
Libre 3,A,23-08-2024 08:10,4,,,,7,,,,,12,,,
Libre 3,A,23-08-2024 08:11,5,,,,,,45,,,,,,
Libre 3,A,23-08-2024 08:12,6,,,,,,,,,,wandeling,,
Libre 3,A,23-08-2024 08:13,2,,,,,,,,,,,"5,9","0,3"
`;
  const { metrics, others, events } = await any(new File([text], "x.csv"), { tz: "UTC" });
  const of = (name: string) => metrics[name]!.getColumn("value").toArray();
  assertEquals(of("BloodGlucose"), [5.4, 6.1, 5.9]);
  assertEquals(metrics["BloodGlucose"]!.toRecords()[0]!["unit"], "mmol/L");
  assertEquals([of("InsulinUnitsDelivered"), of("DietaryCarbohydratesConsumed")], [[7, 12], [45]]);
  assertEquals(others["blood_ketone"]!.getColumn("value").toArray(), [0.3]);
  assertEquals(events.toRecords()[0]!["title"], "wandeling");
});
