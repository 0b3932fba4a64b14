import type { StoredFile } from "../../store/files.ts";
import { fullName } from "./fileRow.ts";
import { FILE, type Grants, HISTORY } from "../sharing/grants.ts";
import type { Query } from "../http/handler.ts";
import { grantsOf } from "../sharing/mayRead.ts";
import { forbidden, notFound } from "../http/problem.ts";

/** A call with a file's id. */
type FileCall = Query<{ readonly input_id: string; readonly svc_userid?: string | undefined }>;

/**
 * Returns a file that the caller may read: their own, or one shared by its path.
 *
 * @throws {Problem} 404 if the version does not exist, 403 if the caller may not read it
 */
export async function readableFile({ args, userid, context }: FileCall): Promise<StoredFile> {
  const owner = args.svc_userid ?? userid;
  const grants = await grantsOf(context, userid, owner);
  if (!grants.hasFiles) throw forbidden();
  const file = await context.store.files.find(args.input_id);
  if (file === undefined) throw unknownFile(args.input_id);
  if (file.userid !== owner || !coversFile(grants, file)) throw forbidden();
  return file;
}

/**
 * Returns a file of the caller.
 *
 * @throws {Problem} 404 if the version does not exist, 403 if it belongs to somebody else
 */
export async function ownFile({ args, userid, context }: FileCall): Promise<StoredFile> {
  const file = await context.store.files.find(args.input_id);
  if (file === undefined) throw unknownFile(args.input_id);
  if (file.userid !== userid) throw forbidden();
  return file;
}

/**
 * Returns whether shares cover a version of a file: `file:` covers the current version,
 * `filehistory:` all of them. Times of shares do not apply to files.
 */
export function coversFile(grants: Grants, file: StoredFile): boolean {
  const name = fullName(file), isLive = file.state === "uploaded";
  return grants.covers(`${HISTORY}${name}`, null) ||
    (isLive && grants.covers(`${FILE}${name}`, null));
}

function unknownFile(id: string): ReturnType<typeof notFound> {
  return notFound(`Unknown file ${JSON.stringify(id)}`);
}
