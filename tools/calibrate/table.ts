import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLAIMS } from "./claims.ts";
import { nameOf, USUAL_NAME } from "./records.ts";
import { isSilent, type Results } from "./simulate.ts";

const FOLDER = fileURLToPath(new URL("results", import.meta.url));
const DOCUMENT = fileURLToPath(new URL("../../docs/trust.md", import.meta.url));
const MARKS = ["<!-- calibration -->", "<!-- /calibration -->"] as const;

/** Results of a claim, and the date of its last run. */
interface Stored {
  readonly date: string;
  readonly cells: Results[string];
}

const fileOf = (claim: string): string => join(FOLDER, `${claim.replaceAll(" ", "_")}.json`);

function readStored(claim: string): Stored | undefined {
  return existsSync(fileOf(claim)) ? JSON.parse(readFileSync(fileOf(claim), "utf8")) : undefined;
}

/** Returns the stored results of the last runs. */
export function readResults(): Results {
  return Object.fromEntries(
    Object.keys(CLAIMS).map((claim) => [claim, readStored(claim)?.cells ?? {}]),
  );
}

/** Stores the results of a claim with the date of the run. */
export function writeResults(claim: string, cells: Results[string]): void {
  const date = new Date().toISOString().slice(0, 10);
  const lines = Object.entries(cells).map(([cell, found]) =>
    `  ${JSON.stringify(cell)}: ${JSON.stringify(found)}`
  );
  writeFileSync(
    fileOf(claim),
    `{\n "date": "${date}",\n "cells": {\n${lines.join(",\n")}\n }\n}\n`,
  );
}

/** Answers from which a kind of record may be the worst: the share of fewer is mostly chance. */
const LEAST_ANSWERS = 25;

const percent = (share: number | undefined): string =>
  share === undefined ? "" : `${(100 * share).toFixed(1)} %`;

/**
 * Returns the table of the document: a row for each promise, with the kind of record that breaks it
 * most often.
 */
export function tableOf(results: Results): string {
  const head = [
    "function",
    "simulated",
    "promise",
    "broken, usual",
    "broken, all kinds",
    "broken, worst",
    "worst record",
    "kinds of record",
    "silent",
    "records",
    "date",
  ];
  const rows = Object.entries(CLAIMS).flatMap(
    ([claim, { functions, options, promises, cells }]) => {
      const all = cells.flatMap((cell) => {
        const found = results[claim]?.[nameOf(cell)];
        return found === undefined ? [] : [{ name: nameOf(cell), ...found }];
      });
      if (all.length === 0) return [];
      const records = all.map((one) => one.records), least = Math.min(...records);
      return Object.entries(promises).map(([promise, kind]) => {
        const spoken = all.filter((one) => !isSilent(one, promise));
        const shares = spoken.map(({ name, counts }) => ({
          name,
          asked: counts[promise]!.asked,
          share: counts[promise]!.broken / counts[promise]!.asked,
        }));
        const worst = shares.filter(({ asked }) => asked >= LEAST_ANSWERS).reduce(
          (most, one) => one.share > most.share ? one : most,
          {
            name: "",
            asked: 0,
            share: -1,
          },
        );
        const most = Math.max(...records);
        const total = (of: "asked" | "broken"): number =>
          spoken.reduce((sum, { counts }) => sum + counts[promise]![of], 0);
        return [
          functions.map((name) => `\`${name}\``).join(", "),
          options === undefined ? claim : `${claim} (${options})`,
          `${promise}${kind === "corrected" ? " (corrected)" : ""}`,
          percent(shares.find(({ name }) => name === USUAL_NAME)?.share),
          spoken.length === 0 ? "" : percent(total("broken") / total("asked")),
          worst.share < 0 ? "" : percent(worst.share),
          worst.name,
          `${all.length} of ${cells.length}`,
          `${all.length - spoken.length}`,
          least === most ? `${least}` : `${least} to ${most}`,
          readStored(claim)?.date ?? "",
        ];
      });
    },
  );
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)]
    .join("\n");
}

/** Returns the document with the table of these results. */
export function withTable(document: string, results: Results): string {
  const [before, rest] = document.split(MARKS[0]), after = rest?.split(MARKS[1])[1];
  if (before === undefined || after === undefined) {
    throw new Error(`Cannot write docs/trust.md: it has no ${MARKS.join(" and ")}`);
  }
  return `${before}${MARKS[0]}\n\n${tableOf(results)}\n\n${MARKS[1]}${after}`;
}

/** Writes the table into the document. */
export function writeDocument(results: Results): void {
  writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, "utf8"), results));
}
