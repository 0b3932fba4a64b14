import { concatColumns } from "../../frame/concatColumns.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import { pause } from "../../store/sqlite/pause.ts";

/** Pieces to join before other work may run: about 10 ms. */
const PIECES = 50;

/** Concatenates columns as `concatColumns` does, with other work in between if there are many. */
export async function joinManyColumns(pieces: readonly Columns[]): Promise<Columns> {
  let rest = pieces;
  while (rest.length > PIECES) {
    const joined: Columns[] = [];
    for (let from = 0; from < rest.length; from += PIECES) {
      joined.push(concatColumns(rest.slice(from, from + PIECES)));
      await pause();
    }
    rest = joined;
  }
  return concatColumns(rest);
}
