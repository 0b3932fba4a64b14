import pl from "nodejs-polars";
import { writeCohort } from "../../src/cohort/writeCohort.ts";

/** Three rows of a column `x` in a stored type, and the values that a cohort reads. */
export interface StoredType {
  readonly bytes: Uint8Array;
  /** Values; `undefined` if the file is refused by name. */
  readonly values: readonly unknown[] | undefined;
}

const TIMES = [1_743_249_600_000_000n, -315_619_200_000_000n, null];
const INSTANTS = ["2025-03-29T12:00:00Z", "1960-01-01T00:00:00Z", null];

function file(values: readonly unknown[], ...types: pl.DataType[]): Uint8Array {
  const stored = types.reduce<pl.Expr>((x, type) => x.cast(type), pl.col("x"));
  return pl.DataFrame({ person: [1, 1, 1], x: values as unknown[] })
    .select(pl.col("person").cast(pl.Int64), stored.alias("x")).writeParquet();
}

/** Stores times in a unit and zone. */
function times(unit: "ms" | "us" | "ns", zone?: string): Uint8Array {
  const factor = { ms: [1n, 1000n], us: [1n, 1n], ns: [1000n, 1n] }[unit];
  const values = TIMES.map((time) => time === null ? null : `${time * factor[0]! / factor[1]!}`);
  return file(values, pl.Int64, pl.Datetime(unit, zone ?? ""));
}

/** Stores times of a zone of six characters that Polars does not know, as pandas and Arrow do. */
function timesOfOddZone(unit: "ms" | "us" | "ns", zone: string): Uint8Array {
  const known = "Israel", bytes = times(unit, known);
  const text = bytes.reduce((all, byte) => all + String.fromCharCode(byte), "");
  const [schema] = /[A-Za-z0-9+/]{100,}=*/.exec(text)!;
  const odd = text.replace(schema, btoa(atob(schema).replace(known, zone)));
  return Uint8Array.from(odd, (char) => char.charCodeAt(0));
}

/** Files of pyarrow 26, of types that Polars does not write. */
const INT96 =
  "UEFSMRUAFTwVRiwVBhUAFQYVBhwAAAAotS/9IB7VAACQAgAAAAYBAQABAAEAAAAAAAAAAgBg4AFwARUAFTwVTiwV" +
  "BhUAFQYVBhwAAAAotS/9IB7xAAACAAAAAwPog6dISicAAFyMJQAAAAAAAAAAAEcvJQAVBBk8NQAYBnNjaGVtYRUE" +
  "ABUEJQIYBnBlcnNvbgAVBiUCGAF4ABYGGRwZLCYAHBUEGSUGABkYBnBlcnNvbhUMFgYWYhZsJghJHBUAFQAVAgA8" +
  "KQYZJgAGAAAAJgAcFQYZJQYAGRgBeBUMFgYWYhZ0JnRJHBUAFQAVAgA8KQYZJgIEAAAAFsQBFgYmCBbgAQAoIHBh" +
  "cnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGSwcAAAcAAAAuwAAAFBBUjE=";
const INT96_FAR =
  "UEFSMRUAFTwVRiwVBhUAFQYVBhwAAAAotS/9IB7VAACQAgAAAAYBAQABAAEAAAAAAAAAAgBg4AFwARUAFSQVNiwV" +
  "BhUAFQYVBhwAAAAotS/9IBKRAAACAAAAAwEAAAAAAAAAACz+UQAVBBk8NQAYBnNjaGVtYRUEABUEJQIYBnBlcnNv" +
  "bgAVBiUCGAF4ABYGGRwZLCYAHBUEGSUGABkYBnBlcnNvbhUMFgYWYhZsJghJHBUAFQAVAgA8KQYZJgAGAAAAJgAc" +
  "FQYZJQYAGRgBeBUMFgYWShZcJnRJHBUAFQAVAgA8KQYZJgQCAAAAFqwBFgYmCBbIAQAoIHBhcnF1ZXQtY3BwLWFy" +
  "cm93IHZlcnNpb24gMjYuMC4xGSwcAAAcAAAAuwAAAFBBUjE=";
const DATE64 =
  "UEFSMRUAFTwVRiwVBhUAFQYVBhwAAAAotS/9IB7VAACQAgAAAAYBAQABAAEAAAAAAAAAAgBg4AFwARUAFRwVLiwV" +
  "BhUAFQYVBhwAAAAotS/9IA5xAAACAAAAAwPQTgAAu/H//xUEGTw1ABgGc2NoZW1hFQQAFQQlAhgGcGVyc29uABUC" +
  "JQIYAXglDExsAAAAFgYZHBksJgAcFQQZJQYAGRgGcGVyc29uFQwWBhZiFmwmCEkcFQAVABUCADwpBhkmAAYAAAAm" +
  "ABwVAhklBgAZGAF4FQwWBhZCFlQmdEkcFQAVABUCADwpBhkmAgQAAAAWpAEWBiYIFsABABkcGAxBUlJPVzpzY2hl" +
  "bWEY7AEvLy8vLzZnQUFBQVFBQUFBQUFBS0FBd0FCZ0FGQUFnQUNnQUFBQUFCQkFBTUFBQUFDQUFJQUFBQUJBQUlB" +
  "QUFBQkFBQUFBSUFBQUJBQUFBQUJBQUFBTmovLy84QUFBRUlFQUFBQUJnQUFBQUVBQUFBQUFBQUFBRUFBQUI0QUFB" +
  "QUJBQUVBQVFBQUFBUUFCUUFDQUFHQUFjQURBQUFBQkFBRUFBQUFBQUFBUUlRQUFBQUlBQUFBQVFBQUFBQUFBQUFC" +
  "Z0FBQUhCbGNuTnZiZ0FBQ0FBTUFBZ0FCd0FJQUFBQUFBQUFBVUFBQUFBPQAYIHBhcnF1ZXQtY3BwLWFycm93IHZl" +
  "cnNpb24gMjYuMC4xGSwcAAAcAAAAwQEAAFBBUjE=";
const EXTENSION =
  "UEFSMRUAFTwVRiwVBhUAFQYVBhwAAAAotS/9IB7VAACQAgAAAAYBAQABAAEAAAAAAAAAAgBg4AFwARUAFSwVPiwVBhUAFQ" +
  "YVBhwAAAAotS/9IBaxAAACAAAAAwMBAAAAAAAAAAIAAAAAAAAAFQQZPDUAGAZzY2hlbWEVBAAVBCUCGAZwZXJzb24AFQQl" +
  "AhgBeAAWBhkcGSwmABwVBBklBgAZGAZwZXJzb24VDBYGFmIWbCYISRwVABUAFQIAPCkGGSYABgAAACYAHBUEGSUGABkYAX" +
  "gVDBYGFlIWZCZ0SRwVABUAFQIAPCkGGSYCBAAAABa0ARYGJggW0AEAGRwYDEFSUk9XOnNjaGVtYRi4Ay8vLy8vMEFCQUFB" +
  "UUFBQUFBQUFLQUF3QUJnQUZBQWdBQ2dBQUFBQUJCQUFNQUFBQUNBQUlBQUFBQkFBSUFBQUFCQUFBQUFJQUFBRFlBQUFBR0" +
  "FBQUFBQUFFZ0FZQUFnQUJnQUhBQXdBQUFBUUFCUUFFZ0FBQUFBQUFRSVVBQUFBbEFBQUFBZ0FBQUFRQUFBQUFBQUFBQUVB" +
  "QUFCNEFBQUFBZ0FBQUVRQUFBQUVBQUFBelAvLy94UUFBQUFFQUFBQUJ3QUFBR3hoWWk1dmQyNEFGQUFBQUVGU1VrOVhPbV" +
  "Y0ZEdWdWMybHZianB1WVcxbEFBQUFBQWdBREFBRUFBZ0FDQUFBQUJBQUFBQUVBQUFBQUFBQUFBQUFBQUFZQUFBQVFWSlNU" +
  "MWM2WlhoMFpXNXphVzl1T20xbGRHRmtZWFJoQUFBQUFNRC8vLzhBQUFBQlFBQUFBQkFBRkFBSUFBWUFCd0FNQUFBQUVBQV" +
  "FBQUFBQUFBQkFoQUFBQUFnQUFBQUJBQUFBQUFBQUFBR0FBQUFjR1Z5YzI5dUFBQUlBQXdBQ0FBSEFBZ0FBQUFBQUFBQlFB" +
  "QUFBQT09ABggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZLBwAABwAAACHAgAAUEFSMQ==";
/** A file of DuckDB 2. */
const JSON_TEXT =
  "UEFSMRUAFTAVOiwVBhUAFQYVBgAAKLUv/SAYpQAAYAEAAQABAAAAAAAAAAIAYOABYAEVABVkFUYsFQYVABUGFQYAACi1L/" +
  "0gMtUAAKAhAAAAQQMAAgAAAHt9AwAAAFsxXQEAIjACFQIZPDUAGA1kdWNrZGJfc2NoZW1hFQQAFQQlABgGcGVyc29uJSQA" +
  "FQwlAhgBeCUmTMwAAAAWBhkcGSwmABwVBBkVABkYBnBlcnNvbhUMFgYWUhZcJgg8GAgBAAAAAAAAABgIAQAAAAAAAAAWAC" +
  "gIAQAAAAAAAAAYCAEAAAAAAAAAEREAGRwVABUAFQIAAAAmABwVDBkVABkYAXgVDBYGFoYBFmgmZDwYAnt9GANbMV0WAigC" +
  "e30YA1sxXRERABkcFQAVABUCAAAAFtgBFgYmCBbEAQAoKER1Y2tEQiB2ZXJzaW9uIHYyLjAuMSAoYnVpbGQgOGQ3ODExNG" +
  "U5MCkZLBwAABwAAAAHAQAAUEFSMQ==";

const TEXTS = ["a", "b", null], NUMBERS = [1, 2, null], WHOLE = [1n, 2n, null];

/** Types of columns in files of other writers. */
export const STORED_TYPES: { readonly [name: string]: StoredType } = {
  "times in microseconds": { bytes: times("us", "UTC"), values: INSTANTS },
  "times in milliseconds": { bytes: times("ms", "UTC"), values: INSTANTS },
  "times of another zone": { bytes: times("us", "Europe/Berlin"), values: INSTANTS },
  "times in milliseconds of another zone": {
    bytes: times("ms", "Australia/Lord_Howe"),
    values: INSTANTS,
  },
  "times with an offset between full hours": {
    bytes: timesOfOddZone("us", "+05:30"),
    values: INSTANTS,
  },
  "times in milliseconds with such an offset": {
    bytes: timesOfOddZone("ms", "-03:30"),
    values: INSTANTS,
  },
  "times in nanoseconds with such an offset": {
    bytes: timesOfOddZone("ns", "+05:30"),
    values: undefined,
  },
  "times of a zone that does not exist": {
    bytes: timesOfOddZone("us", "Xanadu"),
    values: INSTANTS,
  },
  "a type that Arrow extends": { bytes: Uint8Array.fromBase64(EXTENSION), values: WHOLE },
  "JSON": { bytes: Uint8Array.fromBase64(JSON_TEXT), values: ["{}", "[1]", null] },
  "times in nanoseconds": { bytes: times("ns", "UTC"), values: undefined },
  "times without a zone": { bytes: times("us"), values: undefined },
  "times in milliseconds without a zone": { bytes: times("ms"), values: undefined },
  "times in 96 bits": {
    bytes: Uint8Array.fromBase64(INT96),
    values: ["2025-03-29T12:00:00.000001Z", ...INSTANTS.slice(1)],
  },
  "dates as Arrow's milliseconds": {
    bytes: Uint8Array.fromBase64(DATE64),
    values: ["2025-03-29", "1960-01-01", null],
  },
  "a dictionary": { bytes: file(TEXTS, pl.Utf8, pl.Categorical), values: TEXTS },
  "integers of 32 bits without a sign": {
    bytes: file([1, 4_294_967_295, null], pl.Float64, pl.UInt32),
    values: [1n, 4_294_967_295n, null],
  },
  "durations": { bytes: file(NUMBERS, pl.Int64, pl.Duration("us")), values: WHOLE },
  "integers of 8 bits": { bytes: file(NUMBERS, pl.Int8), values: undefined },
  "integers of 16 bits": { bytes: file(NUMBERS, pl.Int16), values: undefined },
  "integers of 32 bits": { bytes: file(NUMBERS, pl.Int32), values: undefined },
  "integers of 16 bits without a sign": { bytes: file(NUMBERS, pl.UInt16), values: undefined },
  "integers of 64 bits without a sign": { bytes: file(NUMBERS, pl.UInt64), values: undefined },
  "numbers of 32 bits": { bytes: file(NUMBERS, pl.Float32), values: undefined },
  "decimals": { bytes: file(NUMBERS, pl.Float64, pl.Decimal(10, 2)), values: undefined },
  "times of day": { bytes: file(NUMBERS, pl.Int64, pl.Time), values: undefined },
};

/** Times that this machine refuses, and Spark reads: Polars cannot. */
export const FAR_TIMES = Uint8Array.fromBase64(INT96_FAR);

/** Writes a cohort of another writer with one file for each content. */
export async function writeStored(folder: string, ...files: readonly Uint8Array[]): Promise<void> {
  await writeCohort(folder, { people: [{ person: 1, zone: "UTC" }], tables: {} });
  await Deno.remove(`${folder}/_cohort.json`);
  await Deno.mkdir(`${folder}/stored`);
  for (const [i, bytes] of files.entries()) {
    await Deno.writeFile(`${folder}/stored/${i}.parquet`, bytes);
  }
}
