import type { FileChange, FileIdentity, FileVersion } from "../../schema/files.ts";
import type { StoredFile } from "../../store/files.ts";
import { isoStamp } from "../../time/iso.ts";

/** Returns a version of a file as the service answers it. */
export function fileRow(file: StoredFile): FileVersion {
  const identity = JSON.parse(file.identity) as FileIdentity;
  return {
    id: file.id,
    svc_userid: file.userid,
    name: file.name,
    path: file.path,
    size: Number(file.size),
    state: file.state,
    scan_state: file.scan_state,
    created_at: isoStamp(file.created),
    ...timesOf(file),
    restored_from_id: file.restored_from ?? "",
    source_id: identity.source_id,
    source_name: identity.source_name,
    source_data_types: identity.source_data_types,
  };
}

/** Returns a version of a file as a change. */
export function fileChange(file: StoredFile): FileChange {
  return {
    id: file.id,
    full_name: fullName(file),
    scan_state: file.scan_state,
    state: file.state,
    size: Number(file.size),
    ...timesOf(file),
  };
}

/** Returns the path and name of a file. */
export function fullName({ path, name }: Pick<StoredFile, "path" | "name">): string {
  return path === "/" ? `/${name}` : `${path}/${name}`;
}

function timesOf(
  file: StoredFile,
): Pick<FileVersion, "uploaded_at" | "archived_at" | "deleted_at" | "last_scanned"> {
  return {
    uploaded_at: iso(file.uploaded),
    archived_at: iso(file.archived),
    deleted_at: iso(file.deleted),
    last_scanned: iso(file.scanned),
  };
}

function iso(micros: bigint | null): string | null {
  return micros === null ? null : isoStamp(micros);
}
