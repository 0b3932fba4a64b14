import type { OpenFrame } from "../../frame/open.ts";
import { type Columns, textColumn } from "../../frame/columns/columns.ts";
import { type Stages, type StageTable, stageTable, stageTableName } from "./stageTables.ts";

/** The column in which a frame says what its stage codes mean. */
export const STAGE_TABLE = "stage_table";

/** The column that lists what a record's source tells apart. */
export const STAGES_KNOWN = "stages_known";

/** What the stage codes of a frame mean. */
export interface StageTableOf {
  /** The stages. */
  readonly table: StageTable;
  /** The table's name in frames: `consumer`, `aasm`, or that of one of the caller's own. */
  readonly tableName: string;
}

/**
 * The table of a frame's stage codes: what its column `stage_table` says, and where it has none what
 * the option says, or consumer as on the wire.
 *
 * @param column The name of that column.
 * @throws {RangeError} if the frame has codes of two tables, the option contradicts it, or its table
 * is neither known nor given
 * @throws {TypeError} if the column is not of text
 */
export function stageTableOf(
  data: OpenFrame,
  stages: Stages | undefined,
  column: string = STAGE_TABLE,
): StageTableOf {
  const { action } = data;
  const given = stages === undefined ? undefined : stageTable(stages);
  const said = tableNameIn(data, column);
  if (given !== undefined) {
    const tableName = stageTableName(stages!);
    if (said === undefined || said === tableName) return { table: given, tableName };
    throw new RangeError(
      `Cannot ${action}: stages says ${JSON.stringify(tableName)}, but the frame's column ${
        JSON.stringify(column)
      } says ${JSON.stringify(said)}`,
    );
  }
  const tableName = said ?? "consumer";
  if (tableName === "consumer" || tableName === "aasm") {
    return { table: stageTable(tableName), tableName };
  }
  throw new RangeError(
    `Cannot ${action}: the frame's codes are of the stage table ${
      JSON.stringify(tableName)
    }, which is known to its maker only; give it as stages, { name: ${
      JSON.stringify(tableName)
    }, stages: [...] }`,
  );
}

/**
 * Two frames of one table.
 *
 * @throws {RangeError} if they are not
 */
export function sameStageTable(a: StageTableOf, b: StageTableOf, action: string): void {
  if (a.tableName === b.tableName) return;
  throw new RangeError(
    `Cannot ${action}: one frame has codes of the stage table ${
      JSON.stringify(a.tableName)
    }, the other of ${JSON.stringify(b.tableName)}`,
  );
}

/** The column of a frame with so many rows: none for consumer codes, so that such frames are as on the wire. */
export function stageTableColumn({ tableName }: StageTableOf, length: number): Columns {
  if (tableName === "consumer") return {};
  return { [STAGE_TABLE]: textColumn(new Array<string>(length).fill(tableName)) };
}

/** What the column says: undefined without it, and of no rows. Null means consumer, as no column does. */
function tableNameIn(data: OpenFrame, column: string): string | undefined {
  const text = data.text(column)?.codes();
  if (text === undefined || text.codes.length === 0) return undefined;
  const nameAt = (row: number): string => text.names[text.codes[row]!] ?? "consumer";
  const first = nameAt(0);
  const isOther = text.names.map((name) => (name ?? "consumer") !== first);
  const row = text.codes.findIndex((code) => isOther[code] === true);
  if (row < 0) return first;
  throw new RangeError(
    `Cannot ${data.action}: the frame has codes of two stage tables, ${JSON.stringify(first)} and ${
      JSON.stringify(nameAt(row))
    } in row ${row}; take one after the other`,
  );
}
