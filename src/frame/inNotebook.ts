/** Improves the display of cell values in a notebook; does nothing elsewhere. @module */
import { startCellSession } from "../options/cellSession.ts";
import { cellValue } from "./cells/cellValue.ts";

startCellSession(cellValue);
