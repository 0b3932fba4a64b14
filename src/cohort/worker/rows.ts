import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import { addDigests, digestRows } from "../digest.ts";
import { personColumn } from "../personRows.ts";
import { cellReader, cellTexts, escapeText, NULL_TEXT, typeOf, unescapeText } from "./cellText.ts";
import { loadModules } from "./loadModules.ts";
import type { WorkerPlan } from "./plan.ts";
import { type Modules, runSteps } from "./runSteps.ts";
import { failureOf, type Trailer } from "./trailer.ts";

/**
 * First cells of each line that a worker writes: kind, person, index of the row within the person,
 * and a note in JSON. The note is the failure of a person, the columns of a person if they differ
 * from the expected ones, or the trailer on the last line.
 */
export const ROW_HEAD = ["kind", "person", "number", "note"] as const;

type Output = NonNullable<WorkerPlan["output"]>;

/** Lines buffered before writing. */
const LINES_AT_ONCE = 4096;

/**
 * Computes person by person from text rows sorted by person: the worker of one partition on Spark.
 * It always reads all input, since Spark otherwise only reports a broken pipe. An error in a
 * person's rows is reported for that person. Any other error is reported without a person, and the
 * trailer is omitted.
 */
export async function runRows(
  plan: WorkerPlan,
  input: ReadableStream<Uint8Array>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const { steps, input: given = [], person: type = "text" } = plan;
  const lines = new LineWriter(plan.output ?? [], write);
  const readers = given.map(([name, type]) => cellReader(name, type));
  let modules: Modules = new Map(), fatal: unknown;
  try {
    modules = await loadModules(steps);
  } catch (error) {
    fatal = error;
  }
  let rowsIn = 0, rowsOut = 0, digest = 0;
  let current: string | undefined, zone: string | null = null, problem: unknown;
  const finish = async (person: string): Promise<void> => {
    const own = readers.map((reader) => reader.finish());
    try {
      if (problem !== undefined) throw problem;
      const columns = Object.fromEntries(given.map(([name], i) => [name, own[i]!]));
      const result = await runSteps({ person, zone, columns }, steps, modules);
      if (plan.rows && !(await lines.writeRows(person, result))) return;
      const whose = personColumn([[person, rowCount(result)]], type);
      if (plan.rows) digest = addDigests(digest, digestRows({ ...whose, ...result }));
      rowsOut += rowCount(result);
    } catch (error) {
      await lines.writeNote("error", person, failureOf(person, error));
    } finally {
      problem = undefined;
    }
  };
  for await (const several of linesOf(input)) {
    for (const line of several) {
      if (fatal !== undefined) continue;
      const cells = line.split("\t");
      if (cells.length !== given.length + 2) {
        fatal = new TypeError(
          `Cannot read row ${rowsIn}: it has ${cells.length} cells, not ${given.length + 2}`,
        );
        continue;
      }
      const person = unescapeText(cells[0]!);
      if (person !== current) {
        if (current !== undefined) await finish(current);
        current = person;
        zone = cells[1] === NULL_TEXT ? null : cells[1]!;
      }
      rowsIn++;
      try {
        for (let i = 0; i < readers.length; i++) readers[i]!.push(cells[i + 2]!);
      } catch (error) {
        problem ??= error;
      }
    }
  }
  if (current !== undefined && fatal === undefined) await finish(current);
  const trailer: Trailer = { rowsIn, rowsOut, digest };
  if (fatal === undefined) await lines.writeNote("trailer", "", trailer);
  else await lines.writeNote("error", "", failureOf("", fatal));
  await lines.flush();
}

/** Buffered writer of text lines. */
class LineWriter {
  readonly #output: Output;
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  #lines: string[] = [];

  constructor(output: Output, write: (bytes: Uint8Array) => Promise<void>) {
    this.#output = output;
    this.#write = write;
  }

  /**
   * Writes the rows of a person; if their columns are not the expected ones, writes the columns and
   * returns false.
   */
  async writeRows(person: string, result: Columns): Promise<boolean> {
    const other = otherColumns(result, this.#output);
    if (other !== undefined) {
      await this.writeNote("columns", person, other);
      return false;
    }
    const name = escapeText(person), rows = rowCount(result);
    const texts = this.#output.map(([name]) =>
      result[name] === undefined ? undefined : cellTexts(result[name])
    );
    for (let row = 0; row < rows; row++) {
      this.#push([
        "row",
        name,
        String(row),
        NULL_TEXT,
        ...texts.map((text) => text?.[row] ?? NULL_TEXT),
      ]);
      if (this.#lines.length >= LINES_AT_ONCE) await this.flush();
    }
    return true;
  }

  /** Writes a line that is not a row. */
  async writeNote(
    kind: "columns" | "error" | "trailer",
    person: string,
    note: unknown,
  ): Promise<void> {
    const nulls = this.#output.map(() => NULL_TEXT);
    this.#push([kind, escapeText(person), NULL_TEXT, escapeText(JSON.stringify(note)), ...nulls]);
    if (this.#lines.length >= LINES_AT_ONCE) await this.flush();
  }

  /** Writes the buffer. */
  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const bytes = new TextEncoder().encode(this.#lines.join("\n") + "\n");
    this.#lines = [];
    await this.#write(bytes);
  }

  #push(cells: readonly string[]): void {
    this.#lines.push(cells.join("\t"));
  }
}

/** Returns the columns of a result if some are unexpected. */
function otherColumns(result: Columns, expected: Output): Output | undefined {
  const known = new Map(expected.map(([name, type]) => [name, JSON.stringify(type)]));
  const own = Object.entries(result).map(([name, column]) => [name, typeOf(column)] as const);
  return own.every(([name, type]) => known.get(name) === JSON.stringify(type)) ? undefined : own;
}

/**
 * Yields the lines of a text stream in groups as they arrive; one by one takes thirty times as
 * long.
 */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    yield lines;
  }
  if (rest !== "") yield [rest];
}
