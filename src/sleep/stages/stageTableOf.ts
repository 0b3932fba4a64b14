import type { OpenFrame } from "../../frame/open.ts";
import { type Columns, textColumn } from "../../frame/columns/columns.ts";
import { type Stages, type StageTable, stageTable, stageTableName } from "./stageTables.ts";

/** Column with the name of the stage table of a frame's codes. */
export const STAGE_TABLE = "stage_table";

/** Column with the stages that a record's source detects. */
export const STAGES_KNOWN = "stages_known";

/** Stage table of a frame's codes. */
export interface StageTableOf {
  readonly table: StageTable;
  /** Name of the table in frames: `consumer`, `aasm`, or the name of a user-defined table. */
  readonly tableName: string;
}

/**
 * Returns the table of a frame's stage codes: the one in its column `stage_table`, otherwise the
 * one in the option, otherwise `consumer`, as in wire format.
 *
 * @param column Name of the column.
 * @throws {RangeError} if the frame has codes of two tables, or the option contradicts it, or its
 * table is unknown and not given
 * @throws {TypeError} if the column is not text
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
    }, which is a custom table; pass it as stages, { name: ${
      JSON.stringify(tableName)
    }, stages: [...] }`,
  );
}

/**
 * Checks that two frames use the same table.
 *
 * @throws {RangeError} if they do not
 */
export function sameStageTable(a: StageTableOf, b: StageTableOf, action: string): void {
  if (a.tableName === b.tableName) return;
  throw new RangeError(
    `Cannot ${action}: one frame has codes of the stage table ${
      JSON.stringify(a.tableName)
    }, the other of ${JSON.stringify(b.tableName)}`,
  );
}

/** Returns the column `stage_table`, or no column for consumer codes, as in wire format. */
export function stageTableColumn({ tableName }: StageTableOf, length: number): Columns {
  if (tableName === "consumer") return {};
  return { [STAGE_TABLE]: textColumn(new Array<string>(length).fill(tableName)) };
}

/**
 * Returns the table name in the column; `undefined` without a column or rows. Null means consumer.
 */
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
    } in row ${row}; pass the rows of one table at a time`,
  );
}
