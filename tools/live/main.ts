/** The script of pages. @module */
import { pictures } from "./pictures.ts";
import { scan } from "./scan.ts";
import { liveTable } from "./table.ts";

scan("lifeframe", () => [pictures(), [".lifeframe-table table", liveTable]]);
