import { DatabaseSync } from "node:sqlite";

/** A made-up .AWD file of 5 minutes, in epochs of 30 s. */
export const AWD_FILE = `P01
30-Mar-2024
23:59:00
2
45
V123456
F
12
0 M
7
x
3
`;

/** .NET ticks of a local time. */
function ticks(text: string): bigint {
  return BigInt(Date.parse(`${text}Z`)) * 10_000n + 621_355_968_000_000_000n;
}

/** Returns a made-up .agd file of three epochs of 60 s. */
export function agdFile(): Uint8Array<ArrayBuffer> {
  const path = Deno.makeTempFileSync({ suffix: ".agd" });
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE settings (settingID INTEGER PRIMARY KEY, settingName TEXT, settingValue TEXT);
    INSERT INTO settings (settingName, settingValue) VALUES ('epochlength', '60'),
      ('deviceserial', 'MOS2A1'), ('startdatetime', '${ticks("2024-03-30T23:00:00")}');
    CREATE TABLE data (dataTimestamp INTEGER, axis1 INTEGER, axis2 INTEGER, axis3 INTEGER,
      steps INTEGER, lux INTEGER);
    INSERT INTO data VALUES (${ticks("2024-03-30T23:00:00")}, 120, 80, 60, 4, 250),
      (${ticks("2024-03-30T23:01:00")}, 0, 0, 0, 0, 240),
      (${ticks("2024-03-31T03:00:00")}, 15, 2, 1, 0, 0);
  `);
  database.close();
  const bytes = Deno.readFileSync(path);
  Deno.removeSync(path);
  return bytes;
}

/** A made-up CSV export of Actiware. */
export const ACTIWARE = `"Actiware Export"

"-------------------- Subject Properties --------------------"
"Identity:","P01"
"Actiwatch Type:","Actiwatch Spectrum"
"Actiwatch Serial Number:","A123"
"Epoch Length:","1.00","min"

"-------------------- Statistics --------------------"
"Interval Type","Interval#","Start Date","Start Time","Sleep Time"
"SLEEP","1","3/30/2024","11:00:00 PM","2.00"

"-------------------- Epoch-by-Epoch Data --------------------"

"Line","Date","Time","Off-Wrist Status","Activity","Marker","White Light","Sleep/Wake","Interval Status"
"1","3/30/2024","10:59:00 PM","0","88","0","120.5","1","ACTIVE"
"2","3/30/2024","11:00:00 PM","0","10","1","1.5","1","REST"
"3","3/30/2024","11:01:00 PM","0","0","0","0.0","0","REST-S"
"4","3/30/2024","11:02:00 PM","0","2","0","0.0","0","REST-S"
"5","3/30/2024","11:03:00 PM","1","NaN","0","NaN","NaN","EXCLUDED"
`;

/** Returns an EDF+ file with a signal of 2 samples and annotations in each record of 30 s. */
export function edfFile(records: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const signals = [["EEG Fpz-Cz", 2], ["EDF Annotations", 60]] as const;
  const pad = (text: string | number, width: number): string => String(text).padEnd(width);
  const all = (value: (signal: typeof signals[number]) => string | number, width: number): string =>
    signals.map((signal) => pad(value(signal), width)).join("");
  const header = [
    pad("0", 8),
    pad("P01 F X X", 80),
    pad("Startdate 30-MAR-2024 X X X", 80),
    "30.03.2423.00.00",
    pad(256 * (signals.length + 1), 8),
    pad("EDF+C", 44),
    pad(records.length, 8),
    pad(30, 8),
    pad(signals.length, 4),
    all(([label]) => label, 16),
    all(() => "", 80),
    all(([label]) => label.startsWith("EEG") ? "uV" : "", 8),
    all(() => -100, 8),
    all(() => 100, 8),
    all(() => -32768, 8),
    all(() => 32767, 8),
    all(() => "", 80),
    all(([, samples]) => samples, 8),
    all(() => "", 32),
  ].join("");
  const parts = [new TextEncoder().encode(header)];
  for (const [at, annotations] of records.entries()) {
    const list = [`+${at * 30}\x14\x14\0`, ...annotations.map((one) => `${one}\0`)].join("");
    const record = new Uint8Array(2 * (2 + 60));
    record.set(new TextEncoder().encode(list), 4);
    parts.push(record);
  }
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Annotations of a short hypnogram, per record. */
export const HYPNOGRAM = [
  ["+0\x1530\x14Sleep stage W\x14", "+5\x14Lights off\x14"],
  ["+30\x1560\x14Sleep stage N2\x14"],
  ["+90\x14Sleep stage R\x14"],
  ["+120\x1530\x14Sleep stage ?\x14", "+125.5\x152.5\x14Arousal\x14Apnea\x14"],
] as const;

/** A made-up export of Zepp. */
export const ZEPP_FILES = {
  "ACTIVITY/ACTIVITY_1.csv":
    "date,steps,distance,runDistance,calories\n2024-03-30,5351,4160,0,202\n2024-03-29,0,0,0,0\n",
  "HEARTRATE_AUTO/HEARTRATE_AUTO_1.csv": "date,time,heartRate\n2024-03-31,08:05,61\n",
  "SLEEP/SLEEP_1.csv": "date,deepSleepTime,shallowSleepTime,wakeTime,start,stop,REMTime,naps\n" +
    "2024-03-30,76,206,0,2024-03-30 02:13:00+0000,2024-03-30 08:02:00+0000,67,\n" +
    "2024-03-31,1,2,0,2024-03-30 23:00:00+0000,2024-03-30 23:04:00+0000,0,\n",
  "SLEEP_MINUTE/SLEEP_MINUTE_1.csv":
    "date,time,stage,hr,respiratory_rate\n2024-03-31,00:00,LIGHT,55,14.5\n" +
    "2024-03-31,00:01,LIGHT,55,\n2024-03-31,00:02,DEEP,54,\n2024-03-31,00:03,COMA,54,\n",
  "BODY/BODY_1.csv":
    "time,weight,height,bmi,fatRate\n2024-03-30 06:00:00+0000,71.5,180.0,22.1,17.5\n",
  "SPORT/SPORT_1.csv":
    "type,startTime,sportTime(s),maxPace(/meter),minPace(/meter),distance(m),avgPace(/meter),calories(kcal)\n" +
    "1,2024-03-30 18:00:00+0000,2400,0.35,0.65,5000.0,0.48,350.5\n" +
    "99,2024-03-31 18:00:00+0000,600,-1.0,-1.0,-1.0,-1.0,50.0\n",
};

/** A made-up report of OMRON connect. */
export const OMRON =
  `Date,Time,Systolic (mmHg),Diastolic (mmHg),Pulse (bpm),Symptoms,Consumed,TruRead,Notes
Jan 12 2025,08:12,114,74,47,-,-,-,-
Jan 6 2025,08:46,117,76,-,-,-,-,after coffee
`;

/** A log of ActLumus, with a gap of an hour before the last epoch. */
export const CONDOR_LOG = `+-------------+ Condor Instruments Report +-------------+
SUBJECT_NAME : 205
DEVICE_MODEL : AL0101
+-------------------------------------------------------+
DATE/TIME;MS;EVENT;TEMPERATURE;EXT TEMPERATURE;ORIENTATION;PIM;PIMn;TAT;TATn;ZCM;ZCMn;LIGHT;STATE;MELANOPIC EDI;CLEAR
04/09/2023 08:47:54;0;0;26.50;0.00;2;647;64.7;20;2;34;3.4;1.57;4;0.77;0.00
04/09/2023 08:48:04;0;1;26.56;0.00;16;3;0.3;0;0;1;0.1;3.72;4;2.33;0.00
04/09/2023 09:48:14;0;0;26.60;0.00;16;0;0.0;0;0;0;0.0;210.50;4;180.20;0.01
`;

/** A night of an Eight Sleep account: 20 minutes, 5 of them out of bed. */
export const EIGHT_SLEEP = JSON.stringify({
  sessions: [{
    ts: Date.UTC(2024, 2, 31) / 1000,
    stages: [
      { stage: "awake", duration: 60 },
      { stage: "light", duration: 300 },
      { stage: "out", duration: 300 },
      { stage: "deep", duration: 240 },
      { stage: "rem", duration: 300 },
    ],
    timeseries: {
      tnt: [["2024-03-31T00:03:00Z", 1]],
      heartRate: [["2024-03-31T00:02:00Z", 58], ["2024-03-31T00:07:00Z", null]],
      hrv: [["2024-03-31T00:02:00Z", 51.5]],
      respiratoryRate: [["2024-03-31T00:02:00Z", 14.2]],
      tempBedC: [["2024-03-31T00:02:00Z", 26.2]],
      tempRoomC: [["2024-03-31T00:02:00Z", 19.5]],
    },
  }],
});
