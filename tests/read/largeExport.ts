/**
 * Generates the text of an Apple Health export with heart rates ten seconds apart, and without
 * elements that are not read.
 */
export function* largeExport(records: number): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_DE">\n';
  for (let from = 0; from < records; from += 10_000) {
    let text = "";
    for (let i = from; i < Math.min(records, from + 10_000); i++) {
      const at = new Date(Date.UTC(2020, 0, 1) + i * 10_000).toISOString();
      const stamp = `${at.slice(0, 10)} ${at.slice(11, 19)} +0100`;
      text +=
        ` <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min"` +
        ` creationDate="${stamp}" startDate="${stamp}" endDate="${stamp}" value="${
          50 + i % 90
        }"/>\n`;
    }
    yield text;
  }
  yield "</HealthData>\n";
}
