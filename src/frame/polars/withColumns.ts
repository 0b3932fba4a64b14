import pl from "nodejs-polars";
import type { Columns } from "../columns/columns.ts";
import type { Frame } from "./frame.ts";
import { withDisplay } from "./withDisplay.ts";
import { columnNames, seriesOf } from "./seriesOf.ts";
import { toFrame } from "./toFrame.ts";

/** A frame with other columns in place of those of their names, and the rest of them behind its own. */
export function withColumns(frame: Frame, columns: Columns): Frame {
  const others = toFrame(columns), names = columnNames(frame);
  return withDisplay(pl.DataFrame([
    ...names.map((name) => seriesOf(Object.hasOwn(columns, name) ? others : frame, name)),
    ...Object.keys(columns).filter((name) => !names.includes(name))
      .map((name) => seriesOf(others, name)),
  ]));
}
