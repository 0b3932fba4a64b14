/**
 * Schemathesis, a fuzzer that others wrote, drives every operation of `/openapi.json` of `task serve`:
 * no 5xx, no status, content type or body that the document does not have, nothing without a token.
 * `deno task dev test:schemathesis SECONDS` (90).
 * @module
 */
import { pythonVenv } from "../helpers/pythonVenv.ts";
import { startService } from "../helpers/startService.ts";

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
  "ignored_auth",
];

const [seconds = "90"] = Deno.args;
await using python = await pythonVenv(["schemathesis==4.32.5"]);
await using service = await startService(["--sample"]);
const { code } = await new Deno.Command(`${python.bin}/schemathesis`, {
  args: [
    "run",
    `${service.url}/openapi.json`,
    `--header=Authorization: Bearer ${service.token}`,
    `--checks=${CHECKS.join(",")}`,
    "--phases=examples,coverage,fuzzing",
    "--seed=20261122", // the same cases everywhere, as far as the time reaches
    `--max-time=${seconds}`,
    "--suppress-health-check=all",
    "--warnings=off",
  ],
  cwd: python.bin, // it keeps notes in the folder where it runs
  stdout: "inherit",
  stderr: "inherit",
}).output();
Deno.exitCode = code;
