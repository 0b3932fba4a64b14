import { z } from "zod";
import { zoneOf } from "../../app/ask/zoneOf.ts";
import type { DayMeasure } from "../../app/days/measuredDays.ts";
import { openFrame } from "../../frame/open.ts";
import { unitsOf } from "../../frame/polars/displays.ts";
import { intervalOf, PAGE, pageOf, rowsOf, unitTexts } from "../parts/answer.ts";
import { boundedDays, DAYS, PAGING, tool } from "../parts/tool.ts";

