import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import * as plot from "../../src/plot/mod.ts";
import { between } from "../../src/series/between.ts";
import { fromActivity } from "../../src/sleep/fromActivity.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { fromHypnogramFile, toHypnogramFile } from "../../src/sleep/hypnogramFile.ts";
import { statistics } from "../../src/sleep/statistics.ts";
import { toEpochs } from "../../src/sleep/toEpochs.ts";
import { random } from "../../src/series/numerics/random.ts";
import { edfFile, HYPNOGRAM } from "../read/laboratoryFiles.ts";

const tz = "Europe/Berlin";
/** The night in which the clock goes forward, scored by one person. */
const scored = (codes: readonly (string | number)[], start = "2024-03-31T01:58:00") =>
  fromHypnogram(codes, { start, tz }).toRecords().map((row) => ({ ...row, source: "Anna B" }));
const NIGHT = scored(["W", "W", "N1", "N2", "N2", "N3", "R", "?", "W"]);
const codesOf = (frame: { toRecords(): readonly Record<string, unknown>[] }) =>
  frame.toRecords().map(({ sleep_stage }) => Number(sleep_stage));

Deno.test("toEpochs() crops, pads and upsamples like yasa, and fromHypnogram() joins epochs again", () => {
  // yasa 0.8.1, Hypnogram(["W","W","N1","N2","N2","N3","R","W"]): upsample("15s"), crop(2, 4),
  // pad(before=2, after=1); unscored is -2 there
  const start = "2024-03-30T22:30:00";
  const night = scored(["W", "W", "N1", "N2", "N2", "N3", "R", "W"], start);
  const twice = [0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 0, 0];
  assertEquals(codesOf(toEpochs(night, { epoch: "15s", tz })), twice);
  const cropped = toEpochs(night, {
    start_time: "2024-03-30T22:31:00",
    end_time: "2024-03-30T22:32:30",
    tz,
  });
  assertEquals(codesOf(cropped), [1, 2, 2]);
  const padded = toEpochs(night, {
    start_time: "2024-03-30T22:29:00",
    end_time: "2024-03-30T22:34:30",
    tz,
  });
  assertEquals(codesOf(padded), [-1, -1, 0, 0, 1, 2, 2, 3, 4, 0, -1]);
  assertEquals(padded.toRecords().map(({ source }) => source).slice(0, 3), [null, null, "Anna B"]);
  const back = fromHypnogram(codesOf(padded.slice(2, 8)), { start, tz });
  assertEquals(
    back.toRecords(),
    night.map(({ source: _, ...row }) => row),
  );
});

Deno.test("toEpochs() keeps the codes of a device's table, leaves its gaps empty, and has no time in bed", () => {
  const row = (start: string, end: string, sleep_stage: number, user = "a") => ({
    user,
    start_time: `2024-10-27T${start}:00Z`,
    end_time: `2024-10-27T${end}:00Z`,
    sleep_stage,
  });
  const night = [
    row("00:00", "00:10", 0),
    row("00:00", "00:02", 3),
    row("00:04", "00:06", 5),
    row("00:50", "01:10", 4, "b"), // the clock goes back at 1:00 UTC
  ];
  const epochs = toEpochs(night, { epoch: "2m", by: "user", tz });
  assertEquals(codesOf(epochs), [3, 5, ...new Array(10).fill(4)]);
  assertEquals(epochs.columns, ["user", "start_time", "end_time", "sleep_stage"]);
});

Deno.test("EDF+, BIDS and yasa files give back the same epochs, scorer and zone, across a daylight saving change", () => {
  const next = random(3);
  for (let k = 0; k < 20; k++) {
    const codes = Array.from(
      { length: 200 + k },
      (_, i) => i === 0 || i === 199 + k ? 0 : Math.floor(6 * next()) - 1,
    );
    const night = scored(codes, k % 2 === 0 ? "2024-03-31T01:30:00" : "2024-10-27T01:30:00");
    const epochs = toEpochs(night, { tz }).toRecords();
    const edf = toHypnogramFile(night, { format: "edf", tz });
    assertEquals(toEpochs(fromHypnogramFile(edf, { tz }), { tz }).toRecords(), epochs);
    const yasa = toHypnogramFile(night, { format: "yasa", tz });
    assertEquals(fromHypnogramFile(yasa).toRecords(), epochs);
    assertEquals(JSON.parse(yasa).tz, tz);
    const bids = toHypnogramFile(night, { format: "bids", tz });
    const start = k % 2 === 0 ? "2024-03-31T01:30:00" : "2024-10-27T01:30:00";
    assertEquals(
      fromHypnogramFile(bids, { start, tz }).toRecords(),
      epochs.map(({ source: _, ...row }) => row),
    );
  }
});

Deno.test("toHypnogramFile() writes files that pyedflib, mne and yasa can read", () => {
  // pyedflib 0.1.42 and mne 1.13.2 read from this file: start 2024-03-31 01:58:00, technician Anna B,
  // onsets 0 60 90 150 180 210 240, durations 60 30 60 30 30 30 30
  const edf = toHypnogramFile(NIGHT, { format: "edf", tz }), text = new TextDecoder().decode(edf);
  assertEquals(edf.length, 512 + 240);
  assertEquals(text.slice(88, 88 + 36), "Startdate 31-MAR-2024 X Anna_B X    ");
  assertEquals(text.slice(168, 184), "31.03.2401.58.00");
  assert(text.includes("+90\x1560\x14Sleep stage N2\x14\0"));
  assertEquals(
    toHypnogramFile(NIGHT, { format: "yasa", tz }),
    '{"values":["WAKE","WAKE","N1","N2","N2","N3","REM","UNS","WAKE"],"n_stages":5,"freq":"30s",' +
      '"start":"2024-03-31T01:58:00+01:00","scorer":"Anna B","proba":null,"tz":"Europe/Berlin"}',
  );
});

Deno.test("fromHypnogramFile() reads files that yasa, other programs and laboratories wrote", () => {
  // yasa 0.8.1: Hypnogram(["W","LIGHT","DEEP","REM"], n_stages=4, freq="1min", start=...).to_json()
  const light = fromHypnogramFile(
    '{"values": ["WAKE", "LIGHT", "DEEP", "REM"], "n_stages": 4, "freq": "1min", ' +
      '"start": "2024-03-30T22:30:00+01:00", "scorer": null, "proba": null, "tz": "Europe/Berlin"}',
  );
  assertEquals(codesOf(light), [2, 3, 4, 5]);
  assertEquals(light.columns, ["start_time", "end_time", "sleep_stage"]);
  assertEquals(light.getColumn("start_time").dt.strftime("%H:%M").toArray()[1], "22:31");
  // as_events().to_csv(sep="\t") of the same package
  const events = "epoch\tonset\tduration\tvalue\tdescription\n0\t0.0\t30.0\t0\tWAKE\n" +
    "1\t30.0\t30.0\t2\tN2\n";
  assertEquals(codesOf(fromHypnogramFile(events, { start: "2024-01-01T22:00Z", tz })), [0, 2]);
  // A file with a signal; "Lights off" and "Arousal" are not stages.
  const edf = fromHypnogramFile(edfFile(HYPNOGRAM), { tz }).toRecords();
  assertEquals(edf.map(({ sleep_stage }) => Number(sleep_stage)), [0, 2, 4, -1]);
  assertEquals(Number(edf[2]!["end_time"]) - Number(edf[2]!["start_time"]), 30_000);
});

Deno.test("hypnogram files that are damaged or cannot hold a stage are rejected with a reason", () => {
  const start = "2024-01-01T22:00Z";
  const fails = (content: unknown, message: string) =>
    assertThrows(() => fromHypnogramFile(content as string, { start, tz }), Error, message);
  fails("", "it is no EDF+ file, no JSON, and no table");
  fails("{", "its JSON is damaged");
  fails("{}", "its JSON has no values and freq");
  fails('{"values":["W"],"freq":"fast"}', 'freq is the text "fast"');
  fails("onset\tduration\ttrial_type\nx\t30\tW", "line 2 has no onset and duration");
  fails("onset\tduration\ttrial_type\n0\t30\tN9", 'annotation 0 is "N9"');
  fails(5, "expected text or bytes, got the number 5");
  const edf = toHypnogramFile(NIGHT, { format: "edf", tz });
  for (let length = 0; length < edf.length; length += 7) {
    assertThrows(() => fromHypnogramFile(edf.slice(0, length), { tz }), TypeError, "Cannot read");
  }
  assertThrows(
    () => fromHypnogramFile('{"values":["W"],"freq":"30s","start":null}'),
    TypeError,
    "it has no start",
  );
  const watch = [{ start_time: start, end_time: "2024-01-01T23:00Z", sleep_stage: 3 }];
  assertThrows(
    () => toHypnogramFile(watch, { format: "edf", tz }),
    RangeError,
    "the format edf has no word for Core",
  );
  assertThrows(() => toHypnogramFile([], { format: "bids", tz }), Error, "Cannot");
  assertThrows(
    () => toHypnogramFile(NIGHT, { format: "csv" as "bids", tz }),
    RangeError,
    'format is the text "csv", expected one of edf, bids, yasa',
  );
  assertThrows(
    () => toEpochs(NIGHT, { start_time: "2024-03-31T05:00", end_time: "2024-03-31T04:00", tz }),
    RangeError,
    "is not after start_time",
  );
});

/** Epochs of yasa's test_getitem_preserves_proba and test_pad_preserves_metadata, with a start. */
const PROBABILITIES = {
  values: ["WAKE", "N1", "N2"],
  n_stages: 5,
  freq: "30s",
  start: "2024-10-27T02:59:00+02:00",
  scorer: "Expert",
  proba: {
    WAKE: [1, 0.1, 0],
    N1: [0, 0.7, 0.1],
    N2: [0, 0.2, 0.7],
    N3: [0, 0, 0.123457],
    REM: [0, 0, 0.076543],
  },
  tz: "Europe/Berlin",
};

Deno.test("yasa's probabilities become columns of the frame, and are written exactly as they were read", () => {
  const frame = fromHypnogramFile(JSON.stringify(PROBABILITIES));
  assertEquals(frame.columns.slice(-5), ["W", "N1", "N2", "N3", "REM"]);
  assertEquals(frame.getColumn("N3").toArray(), PROBABILITIES.proba.N3);
  assertEquals(JSON.parse(toHypnogramFile(frame, { format: "yasa" })), PROBABILITIES);
  // yasa: hyp[0:2] has two probabilities of each stage; upsample() has none
  const cropped = between(frame, { end_time: "2024-10-27T03:00:00+02:00" }, { tz });
  const two = JSON.parse(toHypnogramFile(cropped, { format: "yasa" }));
  assertEquals([two.values, two.proba.N1], [["WAKE", "N1"], [0, 0.7]]);
  assertEquals(JSON.parse(toHypnogramFile(frame, { format: "yasa", epoch: "15s" })).proba, null);
  const gap = frame.toRecords().map((row, i) => ({ ...row, N1: i === 1 ? null : row["N1"] }));
  assertEquals(JSON.parse(toHypnogramFile(gap, { format: "yasa", tz })).proba, null);
  assertStringIncludes(String(plot.hypnodensity(frame)), "Wake 37 %");
  for (const N2 of [[0, 1], [0, 1, 2], "x", [0, 1, null]]) {
    const damaged = JSON.stringify({ ...PROBABILITIES, proba: { N2 } });
    assertThrows(() => fromHypnogramFile(damaged), TypeError, "proba of N2 is not 3 numbers");
  }
  const unknown = JSON.stringify({ ...PROBABILITIES, proba: { S9: [0, 1, 1] } });
  assertThrows(() => fromHypnogramFile(unknown), TypeError, 'proba has the stage "S9"');
});

Deno.test("sleep and wake without stages are written as yasa's hypnogram of two stages", () => {
  const minutes = Array.from({ length: 40 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1, 22, i)),
    counts: i < 20 ? 400 : 0,
  }));
  const scored = fromActivity(minutes, { algorithm: "sadeh", wake: "all", tz: "UTC" });
  const text = toHypnogramFile(scored, { format: "yasa", epoch: "1m" });
  const { values, n_stages } = JSON.parse(text);
  assertEquals([n_stages, new Set(values)], [2, new Set(["WAKE", "SLEEP"])]);
  const back = fromHypnogramFile(text), epochs = toEpochs(scored, { epoch: "1m", tz: "UTC" });
  assertEquals([codesOf(back), back.columns], [codesOf(epochs), epochs.columns]);
  const both = [...scored.toRecords(), {
    start_time: "2024-01-02T00:00Z",
    end_time: "2024-01-02T00:10Z",
    sleep_stage: 4,
    source: "sadeh",
  }];
  assertThrows(
    () => toHypnogramFile(both, { format: "yasa", tz: "UTC" }),
    RangeError,
    "cannot hold both DEEP and sleep of unknown stage",
  );
});

/** Commit of yasa whose tests test_hypno, test_hypnoclass and test_hypno_data_upsampling have these values. */
const YASA = "yasa dfddbd5a7ff622de494365803a4494a2a9dba714";

/** Codes of the epochs of a night between two times on its clock; unscored is -1, and -2 in yasa. */
const cut = (codes: readonly (string | number)[], start: string, from: string, to: string) =>
  codesOf(toEpochs(fromHypnogram(codes, { start, tz }), { start_time: from, end_time: to, tz }));

Deno.test(`toEpochs() crops, pads and aligns like the tests of ${YASA}`, () => {
  // test_crop_by_timestamp: both ends are inclusive there
  const seven = ["W", "W", "N1", "N2", "N3", "REM", "W"], at = "2024-01-01T23:00";
  assertEquals(cut(seven, at, "2024-01-01T23:01:00", "2024-01-01T23:02:30"), [1, 2, 3]);
  // test_end_computed_when_start_set
  const ends = toEpochs(fromHypnogram(seven, { start: at, tz }), { tz }).toRecords()
    .map(({ end_time }) => Number(end_time));
  assertEquals(
    ends.at(-1),
    Temporal.ZonedDateTime.from(`${at}[${tz}]`).epochMilliseconds + 210_000,
  );
  // test_pad_basic_uns, test_pad_updates_start, test_pad_timestamp_before_exact and _after_exact
  const three = ["N2", "N2", "REM"], first = "2023-01-01T22:00";
  const pad = (from: string, to: string) =>
    cut(three, first, `2023-01-01T${from}`, `2023-01-01T${to}`);
  assertEquals(pad("21:59:00", "22:02:00"), [-1, -1, 2, 2, 4, -1]);
  assertEquals(pad("21:59:30", "22:01:30"), [-1, 2, 2, 4]);
  assertEquals(pad("22:00:00", "22:02:00"), [2, 2, 4, -1]);
  assertEquals(pad("22:00:00", "22:01:30"), [2, 2, 4]);
  // test_ts_zero_offset, _positive_offset, _negative_offset, _hypno_shorter_than_data, _longer_
  const ten = [0, 0, 1, 2, 2, 3, 3, 4, 4, 0];
  const recorded = (from: string, epochs: number) => {
    const start = Temporal.PlainDateTime.from(`2024-01-15T${from}`);
    const end = start.add({ seconds: 30 * epochs });
    return cut(ten, "2024-01-15T23:00", start.toString(), end.toString());
  };
  assertEquals(recorded("23:00:00", 10), ten);
  assertEquals(recorded("23:02:00", 6), [2, 3, 3, 4, 4, 0]);
  assertEquals(recorded("22:59:30", 5), [-1, 0, 0, 1, 2]);
  assertEquals(recorded("22:59:30", 12), [-1, ...ten, -1]);
  assertEquals(recorded("23:02:00", 4), [2, 3, 3, 4]);
  // test_ts_local_timezone: 23:00 in Paris is 22:00 UTC
  assertEquals(cut(ten, "2024-01-15T23:00", "2024-01-15T22:00Z", "2024-01-15T22:05Z"), ten);
  // test_upsample_to_sf_basic and test_5stages_hypno: an epoch of 30 s is three of 10 s
  const nine = fromHypnogram([0, 0, 0, 1, 2, 2, 3, 3, 4], { start: first, tz });
  const seconds = codesOf(toEpochs(nine, { epoch: "1s", tz }));
  assertEquals([seconds.length, seconds.filter((code) => code === 2).length], [270, 60]);
  assertEquals(toEpochs(nine, { epoch: "10s", tz }).height, 27);
});

Deno.test(`statistics() and yasa's JSON give the values of the tests of ${YASA}`, () => {
  // test_2stages_hypno: the runs of simulate_hypnogram(tib=120, n_stages=2, seed=42), by 15 s. Its
  // SFI of 0.303 takes an epoch for a minute; yasa 0.8.1 has 1.2121.
  const runs = [["WAKE", 5], ["SLEEP", 137], ["WAKE", 37], ["SLEEP", 61]] as const;
  const values = runs.flatMap(([word, length]) => new Array<string>(length).fill(word));
  const json = (n_stages: number, words: readonly string[], freq = "30s") =>
    JSON.stringify({
      values: words,
      n_stages,
      freq,
      start: "2022-11-10T13:30:10+01:00",
      scorer: "Test",
      proba: null,
      tz,
    });
  const night = fromHypnogramFile(json(2, values, "15s"));
  const found = Object.fromEntries(
    statistics(night, { tz }).toRecords().map(({ name, value }) => [String(name), value]),
  );
  const expected = {
    TIB: 60,
    SPT: 58.75,
    WASO: 9.25,
    TST: 49.5,
    SE: 82.5,
    SME: 84.2553,
    SFI: 1.2121,
    SOL: 1.25,
    SOL5: 1.25,
    awake_min: 10.5,
  };
  for (const [name, value] of Object.entries(expected)) {
    assertAlmostEquals(Number(found[name]), value, 5.1e-5, name);
  }
  assertEquals(toEpochs(night, { epoch: "5s", tz }).height, 3 * 240);
  assertEquals(JSON.parse(toHypnogramFile(night, { format: "yasa", epoch: "15s" })).values, values);
  assertEquals(new Set(night.getColumn("source").toArray()), new Set(["Test"]));
  // test_5stages_hypno: wake, artifacts and unscored epochs only; its SPT of 0 is null here
  const words = [
    ...new Array<string>(100).fill("WAKE"),
    ...new Array<string>(10).fill("ART"),
    ...new Array<string>(30).fill("UNS"),
  ];
  const awake = Object.fromEntries(
    statistics(fromHypnogramFile(json(5, words)), { stages: "aasm", tz }).toRecords()
      .map(({ name, value }) => [String(name), value]),
  );
  assertEquals(
    [awake["TIB"], awake["W_min"], awake["N3_min"], awake["REM_latency"], awake["SPT"]],
    [70, 50, 0, null, null],
  );
  // test_from_integers and test_conversion
  const codes = [0, 0, 1, 2, 3, 2, 4, 4, 0, -1];
  const stages = ["WAKE", "WAKE", "N1", "N2", "N3", "N2", "REM", "REM", "WAKE", "UNS"];
  const scoredNight = fromHypnogram(codes, { start: "2023-01-01T22:00", tz });
  assertEquals(JSON.parse(toHypnogramFile(scoredNight, { format: "yasa", tz })).values, stages);
  assertEquals(codesOf(fromHypnogramFile(json(5, stages))), codes);
});

Deno.test("fromHypnogram() finds the periods of yasa's test_periods", () => {
  // hypno_find_periods(x, sf_hypno=1 / 60, threshold="0min"): values, start and length in minutes
  const periods = (text: string) => {
    const rows = fromHypnogram([...text].map(Number), {
      start: new Date(0),
      epoch: "1m",
      tz: "UTC",
    })
      .toRecords();
    return rows.map(({ sleep_stage, start_time, end_time }) => [
      Number(sleep_stage),
      Number(start_time) / 60_000,
      (Number(end_time) - Number(start_time)) / 60_000,
    ]);
  };
  assertEquals(periods("000000000001110011111111100"), [
    [0, 0, 11],
    [1, 11, 3],
    [0, 14, 2],
    [1, 16, 9],
    [0, 25, 2],
  ]);
  // threshold="5min"
  const long = (text: string) => periods(text).filter(([, , length]) => length! >= 5);
  assertEquals(long("000000000001110011111111100"), [[0, 0, 11], [1, 16, 9]]);
  assertEquals(periods("00001222222000101"), [
    [0, 0, 4],
    [1, 4, 1],
    [2, 5, 6],
    [0, 11, 3],
    [1, 14, 1],
    [0, 15, 1],
    [1, 16, 1],
  ]);
});

Deno.test("toHypnogramFile() rejects the rows of several people, and a file of each gives their epochs back", () => {
  const people = ["01:59", "01:30", "03:10"].map((time, i) => {
    const start = `2024-10-27T${time}:00`; // the clock goes back at 3:00
    return { user: `${i}`, start, night: scored(["W", "N1", "?", "N2", "R"].slice(i), start) };
  });
  const all = people.flatMap(({ user, night }) => night.map((row) => ({ ...row, user })));
  const expected = toEpochs(all, { by: "user", tz }).toRecords();
  for (const format of ["edf", "bids", "yasa"] as const) {
    assertThrows(
      () => toHypnogramFile(all, { format, tz }),
      RangeError,
      'column "user" has 3 values, such as 0 and 1',
    );
    const read = people.flatMap(({ user, night, start }) => {
      const file = toHypnogramFile(night, { format, tz });
      const stages = fromHypnogramFile(file, { tz, ...format === "bids" && { start } });
      return toEpochs(stages, { tz }).toRecords().map((row) => ({ user, ...row }));
    });
    const withoutScorer = ({ source: _, ...row }: Record<string, unknown>) => row;
    assertEquals(read.map(withoutScorer), expected.map(withoutScorer), format);
  }
});
