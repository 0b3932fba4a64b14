/**
 * Runs Schemathesis, an independent fuzzer, against every operation of `/openapi.json` of `task
 * serve`. No answer may be a 5xx, or have a status, content type or body that the document does not
 * have, and nothing may work without a token: `deno task dev test:schemathesis SECONDS` (90).
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
    "--seed=20261122", // the same cases everywhere, until the time is over
    `--max-time=${seconds}`,
    "--suppress-health-check=all",
    "--warnings=off",
  ],
  cwd: python.bin, // it writes files into the current folder
  stdout: "inherit",
  stderr: "inherit",
}).output();
Deno.exitCode = code;
