/** Limit on foreign data: the amount that is accepted before it becomes an error. */
export interface Limit {
  /** Readers of `read`, routes of the service, or tables that need no token. */
  readonly of: readonly string[];
  /** Quantity that is counted. */
  readonly counts: string;
  /** Maximum that is accepted by default. */
  readonly most: number;
  /** Way to accept more. */
  readonly raise: string;
  /** Part of the message of the error. */
  readonly error: string;
  /** Largest realistic example, which must pass. */
  readonly honest: string;
}

/** Every reader of an export accepts zip files and streams. */
const EXPORTS = ["every reader of an export"];

const FIXED = "fixed";

/**
 * All limits in one list. Every loop over foreign data, and every table that a stranger can write,
 * has a row here, and the code takes its numbers from it. docs/limits.md is generated from it.
 */
export const LIMITS = {
  columns: {
    of: ["read.arrow", "read.csv"],
    counts: "columns of a table, including nested columns",
    most: 50_000,
    raise: `${FIXED}; read them as rows of name and value instead`,
    error: "columns, more than",
    honest: "20,000 columns",
  },
  arrowDictionaries: {
    of: ["read.arrow"],
    counts: "dictionaries in an Arrow stream between two batches of rows",
    most: 1_000,
    raise: `${FIXED}, because Polars recurses for each; write an Arrow file instead`,
    error: "dictionaries in a row",
    honest: "1,000 columns of categories, and 2,000 batches that each replace their dictionary",
  },
  arrowFileDictionaries: {
    of: ["read.arrow"],
    counts: "dictionaries of an Arrow file",
    most: 5_000,
    raise: `${FIXED}, because Polars takes time that grows with their square`,
    error: "dictionaries in a file",
    honest: "2,000 columns of categories",
  },
  arrowSchemaText: {
    of: ["read.arrow"],
    counts: "bytes of names and metadata in an Arrow schema, for each byte of the schema",
    most: 4,
    raise: `${FIXED}: more is possible only if fields share their texts`,
    error: "names and metadata",
    honest: "20,000 columns, each with its own metadata",
  },
  arrowUnpacked: {
    of: ["read.arrow", "client"],
    counts: "bytes that Arrow or Parquet unpacks to: 200 for each of its bytes (at least 64 MB), " +
      "beyond this number 4 for each",
    most: 2 ** 30,
    raise: "`maxUnpacked` of `read.arrow`, `connect` and of a call",
    error: "raise maxUnpacked to allow it",
    honest: "100 MB of rows, and 60 MB of equal values in a file of 1 MB",
  },
  arrowRows: {
    of: ["read.arrow", "client"],
    counts:
      "rows of Arrow or Parquet without values; 8 for each byte that it unpacks to if that is more",
    most: 1_000_000,
    raise: "`maxRows` of `read.arrow`, `connect` and of a call",
    error: "raise maxRows to allow it",
    honest: "a million rows of nulls",
  },
  archiveEntries: {
    of: EXPORTS,
    counts: "entries of all archives of an export",
    most: 100_000,
    raise: `${FIXED}; unpack the archive and pass the folder`,
    error: "entries",
    honest: "20,000 files",
  },
  archiveBytes: {
    of: EXPORTS,
    counts:
      "bytes that all archives of an export unpack to; 100 for each byte of its files if that is more",
    most: 2 ** 32,
    raise: `${FIXED}; unpack the archive and pass the folder`,
    error: "bytes that its archives unpack to",
    honest: "a phone's export of 5 GB in an archive of 200 MB",
  },
  archiveName: {
    of: EXPORTS,
    counts: "characters in the path of an archive entry",
    most: 4_096,
    raise: FIXED,
    error: "characters in the path of an entry",
    honest: "20 folders of 100 characters each",
  },
  archiveDepth: {
    of: EXPORTS,
    counts: "nested archives; a file in a deeper one is skipped and reported",
    most: 6,
    raise: `${FIXED}; unpack the archive and pass the folder`,
    error: "archives, one inside the other",
    honest: "a .tar.gz in a zip file in a zip file",
  },
  streamBytes: {
    of: [...EXPORTS, "read.arrow", "read.csv", "read.fitbitSleep"],
    counts: "bytes of a stream or of an answer to a URL, which are held in memory",
    most: 2 ** 31,
    raise: `${FIXED}; pass a path`,
    error: "bytes of the stream",
    honest: "100 MB",
  },
  csvField: {
    of: ["read.csv", "read.any"],
    counts: "characters of a CSV field; a row with a longer field is left out",
    most: 2 ** 20,
    raise: FIXED,
    error: "characters in a field",
    honest: "a note of 500,000 characters",
  },
  csvProblems: {
    of: ["read.csv"],
    counts: "CSV rows that are left out because they cannot be read",
    most: 100_000,
    raise: `${FIXED}; repair the file`,
    error: "rows cannot be read",
    honest: "10,000 damaged rows among a million",
  },
  calendarBytes: {
    of: ["read.ics"],
    counts: "bytes of an iCalendar file, which is parsed at once",
    most: 2 ** 26,
    raise: `${FIXED}; split the calendar`,
    error: "bytes of iCalendar",
    honest: "a calendar of ten years",
  },
  calendarEntryBytes: {
    of: ["read.ics"],
    counts:
      "bytes of a calendar entry, counting only the escapes of its texts; a larger entry is skipped",
    most: 2 ** 17,
    raise: FIXED,
    error: "bytes of times, rules and parameters",
    honest: "an event every day for ten years, with every second one left out",
  },
  calendarText: {
    of: ["read.ics"],
    counts: "characters of a calendar entry including its texts; a larger entry is skipped",
    most: 2 ** 21,
    raise: FIXED,
    error: "characters in an entry",
    honest: "a description of a million characters",
  },
  calendarVersions: {
    of: ["read.ics"],
    counts: "versions and changed occurrences of an event; an event with more is skipped",
    most: 5_000,
    raise: FIXED,
    error: "versions of an event",
    honest: "an event every day for five years, with each occurrence changed",
  },
  calendarZones: {
    of: ["read.ics"],
    counts: "zone definitions in a calendar",
    most: 1_000,
    raise: FIXED,
    error: "descriptions of zones",
    honest: "all 600 zones of the IANA database",
  },
  calendarEventSteps: {
    of: ["read.ics"],
    counts: "steps to find the occurrences of an event, after which it is skipped",
    most: 1_000_000,
    raise: FIXED,
    error: "the occurrences of an event",
    honest: "an event every hour for five years",
  },
  calendarOccurrenceSteps: {
    of: ["read.ics"],
    counts: "steps to find one occurrence, after which the event is skipped: about " +
      "50 ms, in which no signal is obeyed",
    most: 40_000,
    raise: FIXED,
    error: "the next occurrence",
    honest: "a yearly event that is written as an hourly rule",
  },
  calendarSteps: {
    of: ["read.ics"],
    counts: "steps to find the occurrences of all events of a file",
    most: 10_000_000,
    raise: `${FIXED}; split the calendar`,
    error: "the occurrences of all events",
    honest: "200 events a year that repeat, for ten years",
  },
  calendarOccurrences: {
    of: ["read.ics"],
    counts: "occurrences of an event, after which the rest is skipped",
    most: 50_000,
    raise: `${FIXED}; \`only\` and a range leave out what is not wanted`,
    error: "occurrences of a series",
    honest: "an event every hour for five years",
  },
  databaseColumns: {
    of: ["read.any"],
    counts: "columns of all tables of an SQLite database",
    most: 50_000,
    raise: FIXED,
    error: "columns in its tables",
    honest: "500 tables of 40 columns",
  },
  sleepLogPieces: {
    of: ["read.fitbit"],
    counts: "pieces of a sleep log, after its short wakes are cut out of its stages; a log with " +
      "more is skipped",
    most: 100_000,
    raise: FIXED,
    error: "pieces of sleep",
    honest: "a log of 5,000 stages and 5,000 short wakes",
  },
  edfAnnotations: {
    of: ["read.any"],
    counts: "bytes of annotations in a record of an EDF+ file, for each signal with annotations",
    most: 2 ** 23,
    raise: FIXED,
    error: "bytes of annotations in a record",
    honest: "a record of a million bytes",
  },
  connections: {
    of: ["serve"],
    counts: "connections of all clients, beyond which the address with the most loses one",
    most: 2_000,
    raise: `${FIXED}; put a proxy in front`,
    error: "closed",
    honest: "500 clients behind one address",
  },
  connectionsPerAddress: {
    of: ["serve"],
    counts:
      "connections of one address (for IPv6, one /64); beyond that, its idlest connection is closed",
    most: 1_000,
    raise:
      "`--trusted-proxy ADDRESS` for a proxy: its requests then count for the clients that it names",
    error: "closed",
    honest: "500 clients behind one address",
  },
  waitingRequests: {
    of: ["serve"],
    counts: "requests of one connection that wait for their answers, beyond which it is closed",
    most: 16,
    raise: `${FIXED}; wait for answers, or open more connections`,
    error: "closed",
    honest: "eight requests sent at once",
  },
  requestHeaders: {
    of: ["serve"],
    counts: "headers of a request",
    most: 200,
    raise: FIXED,
    error: "too many headers",
    honest: "100 headers",
  },
  chunkOverhead: {
    of: ["serve"],
    counts: "bytes around the chunks of a request's body, such as chunk extensions; 16 more for " +
      "each byte of the body",
    most: 2 ** 20,
    raise: FIXED,
    error: "closed",
    honest: "60,000 chunks of a byte each",
  },
  bodySpeed: {
    of: ["serve"],
    counts:
      "seconds that a request's body may take, and one more for each kilobyte; the same for the " +
      "client's reading of an answer",
    most: 10,
    raise: FIXED,
    error: "The body comes too slowly",
    honest: "a body of 64 kB at 2 kB per second",
  },
  schemaRecordSteps: {
    of: ["ingest"],
    counts: "steps to check a record against a user's own schema: about 50 ms on a slow machine",
    most: 300_000,
    raise: FIXED,
    error: "The schema of the data type takes too long to check",
    honest: "a record with a list of 1,000 objects",
  },
  schemaRequestSteps: {
    of: ["ingest"],
    counts: "steps to check all records of a request, plus 2,000 for each record",
    most: 3_000_000,
    raise: `${FIXED}; send fewer records at once`,
    error: "The schema of the data type takes too long to check",
    honest: "5,000 records of ten fields",
  },
  schemaTokenSteps: {
    of: ["ingest"],
    counts: "steps to check all requests of a token; a million more are added each second",
    most: 10_000_000,
    raise: `${FIXED}; send more slowly`,
    error: "The schema of the data type takes too long to check",
    honest: "20 requests of 5,000 records of ten fields",
  },
  deviceCodes: {
    of: ["POST /oauth/device/code", "device_codes"],
    counts: "device codes that are stored, beyond which the oldest is forgotten",
    most: 10_000,
    raise: FIXED,
    error: "forgotten",
    honest: "1,000 devices that sign in at once",
  },
  deviceCodesPerAddress: {
    of: ["POST /oauth/device/code"],
    counts: "codes that one address may request at once; one more is added every ten seconds",
    most: 60,
    raise: "`--trusted-proxy ADDRESS` counts the clients of a proxy",
    error: "Too many requests",
    honest: "50 devices behind one address",
  },
  codeRequests: {
    of: ["GET /authorize"],
    counts: "sign-in requests by redirect that are stored, beyond which the oldest is forgotten",
    most: 1_000,
    raise: FIXED,
    error: "forgotten",
    honest: "500 programs that sign in at once",
  },
  countedCallers: {
    of: ["serve"],
    counts:
      "callers, by token and by address, whose requests and steps are counted; beyond that, " +
      "the caller that has been silent for longest is forgotten",
    most: 10_000,
    raise: `${FIXED}; a forgotten caller starts with a full budget again`,
    error: "forgotten",
    honest: "5,000 people at once",
  },
  bodyBytes: {
    of: ["client"],
    counts: "bytes of an answer's body after decoding; fewer if less memory is free",
    most: 2 ** 30,
    raise: "`maxBody` of `connect` and of a call",
    error: "maxBody allows more",
    honest: "300 MB of Arrow: ten years with a raw sample every eight seconds",
  },
  smallBodyBytes: {
    of: ["client", "signIn"],
    counts:
      "bytes of the body of an error, after which the rest is not read, and of a token's answer",
    most: 2 ** 16,
    raise: FIXED,
    error: "bytes in an answer of the sign-in",
    honest: "an error that lists 300 faults",
  },
  textBytes: {
    of: ["client", "read.any", "read.fitbitSleep"],
    counts: "bytes of a text body or file",
    most: 2 ** 28,
    raise: "request Arrow instead of a text format",
    error: "bytes of text",
    honest: "100 MB of JSON",
  },
  jsonDepth: {
    of: ["client", "read.any"],
    counts: "nested levels of lists and objects in JSON",
    most: 100,
    raise: FIXED,
    error: "nested",
    honest: "64 levels",
  },
  xmlDepth: {
    of: ["read.appleHealth", "read.gpx", "read.any"],
    counts: "nested levels of elements in XML",
    most: 100,
    raise: FIXED,
    error: "levels of elements",
    honest: "64 levels",
  },
  xmlAttributes: {
    of: ["read.appleHealth", "read.gpx", "read.any"],
    counts: "attributes of an XML element",
    most: 1_000,
    raise: FIXED,
    error: "attributes of an element",
    honest: "100 attributes",
  },
  xmlElementBytes: {
    of: ["read.appleHealth", "read.gpx", "read.any"],
    counts: "characters of XML between the starts of two elements",
    most: 2 ** 24,
    raise: FIXED,
    error: "characters without an element",
    honest: "a comment of a million characters",
  },
  jsonParts: {
    of: ["client", "read.any"],
    counts: "lists and objects in JSON",
    most: 20_000_000,
    raise: "request Arrow instead of a text format",
    error: "lists and objects",
    honest: "a million records with a list each",
  },
  jsonRun: {
    of: ["client", "read.any"],
    counts: "consecutive digits, or consecutive blanks, in JSON",
    most: 1_000_000,
    raise: FIXED,
    error: "digits or blanks in a row",
    honest: "a number of 1,000 digits after 100,000 blanks",
  },
  jsonMembers: {
    of: ["read.any"],
    counts: "members of a JSON object",
    most: 250_000,
    raise: FIXED,
    error: "members in an object",
    honest: "100,000 members",
  },
  jsonName: {
    of: ["read.any"],
    counts: "characters of a name in a JSON object",
    most: 2 ** 20,
    raise: FIXED,
    error: "characters in a name",
    honest: "a name of 100,000 characters",
  },
  jsonProblems: {
    of: ["read.any", "read.fitbitSleep"],
    counts: "JSON entries that are left out because they cannot be read",
    most: 10_000,
    raise: `${FIXED}; repair the file`,
    error: "entries that are not JSON",
    honest: "1,000 damaged entries among 100,000",
  },
} as const satisfies Record<string, Limit>;

/** Name of a limit in {@linkcode LIMITS}. */
export type LimitName = keyof typeof LIMITS;
