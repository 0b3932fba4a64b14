/** The script of tables in a notebook. @module */
import { scan } from "./scan.ts";
import { liveTable } from "./table.ts";

scan("lifeframeTables", [[".lifeframe-table table", liveTable]]);
