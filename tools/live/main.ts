/** The script of pages. @module */
import { PICTURES } from "./pictures.ts";
import { scan } from "./scan.ts";
import { liveTable } from "./table.ts";

scan("lifeframe", [PICTURES, [".lifeframe-table table", liveTable]]);
