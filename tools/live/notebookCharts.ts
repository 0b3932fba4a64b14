/** The script of charts in a notebook. @module */
import { drawInline } from "./inline.ts";
import { PICTURES } from "./pictures.ts";
import { scan } from "./scan.ts";

scan("lifeframeCharts", [["img.lifeframe-chart", drawInline], PICTURES]);
