import type { StoredFile } from "../../store/files.ts";
import { fullName } from "./fileRow.ts";
import { FILE, type Grants, HISTORY } from "../sharing/grants.ts";
import type { Query } from "../http/handler.ts";
import { grantsOf } from "../sharing/mayRead.ts";
import { forbidden, notFound } from "../http/problem.ts";

/** A call that names a file. */
type FileCall = Query<{ readonly input_id: string; readonly svc_userid?: string | undefined }>;

/**
 * A file that may be read: the caller's own, or one that a share covers by its path.
 *
 * @throws {Problem} 404 if there is no such version, 403 if it may not be read
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
 * A file that may be changed: one's own.
 *
 * @throws {Problem} 404 if there is no such version, 403 if it is somebody else's
 */
export async function ownFile({ args, userid, context }: FileCall): Promise<StoredFile> {
  const file = await context.store.files.find(args.input_id);
  if (file === undefined) throw unknownFile(args.input_id);
  if (file.userid !== userid) throw forbidden();
  return file;
}

/**
 * Returns whether a version of a file may be read: `file:` shares the live version, `filehistory:` all of
 * them. Times of shares do not limit files.
 */
export function coversFile(grants: Grants, file: StoredFile): boolean {
  const name = fullName(file), isLive = file.state === "uploaded";
  return grants.covers(`${HISTORY}${name}`, null) ||
    (isLive && grants.covers(`${FILE}${name}`, null));
}

function unknownFile(id: string): ReturnType<typeof notFound> {
  return notFound(`There is no file ${JSON.stringify(id)}`);
}
