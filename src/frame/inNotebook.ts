/** Makes a notebook's kernel show the values of cells well; does nothing elsewhere. @module */
import { startCellSession } from "../options/cellSession.ts";
import { cellValue } from "./cells/cellValue.ts";

startCellSession(cellValue);
