/** The script of tables in a notebook. @module */
import { TABLES_ON_PAPER } from "../../src/display/tablesOnPaper.ts";
import { scan } from "./scan.ts";
import { liveTable } from "./table.ts";

const style = document.createElement("style");
style.textContent = TABLES_ON_PAPER;
document.head.append(style);
scan("lifeframeTables", [[".lifeframe-table table", liveTable]]);
