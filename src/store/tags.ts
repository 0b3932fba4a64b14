import type { Tag } from "../schema/tags.ts";
import type { Access } from "./sqlite/access.ts";

interface Row {
  id: string;
  name: string;
}

const OF_USER = "user = (SELECT key FROM users WHERE userid = ?)";

/** Tags of all users; names are unique per user. */
export class Tags {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  /** Lists a user's tags in the order of creation. */
  list(userid: string): Promise<Tag[]> {
    return this.#access.read((db) =>
      db.rows<Row>(`SELECT id, name FROM tags WHERE ${OF_USER} ORDER BY key`, userid).map(tagOf)
    );
  }

  find(userid: string, id: string): Promise<Tag | undefined> {
    return this.#one(userid, "id", id);
  }

  named(userid: string, name: string): Promise<Tag | undefined> {
    return this.#one(userid, "name", JSON.stringify(name));
  }

  /** Adds a tag; returns `undefined` if the name is taken. */
  add(userid: string, name: string): Promise<Tag | undefined> {
    return this.#access.write((db) => {
      const id = crypto.randomUUID();
      const added = db.run(
        `INSERT INTO tags (user, id, name) VALUES ((SELECT key FROM users WHERE userid = ?), ?, ?)
         ON CONFLICT (user, name) DO NOTHING`,
        userid,
        id,
        JSON.stringify(name),
      );
      return added === 0 ? undefined : { id, name };
    });
  }

  /** Deletes a tag; returns false if it does not exist. */
  remove(userid: string, id: string): Promise<boolean> {
    return this.#access.write((db) =>
      db.run(`DELETE FROM tags WHERE ${OF_USER} AND id = ?`, userid, id) > 0
    );
  }

  #one(userid: string, column: "id" | "name", value: string): Promise<Tag | undefined> {
    return this.#access.read((db) => {
      const sql = `SELECT id, name FROM tags WHERE ${OF_USER} AND ${column} = ?`;
      const row = db.row<Row>(sql, userid, value);
      return row && tagOf(row);
    });
  }
}

/** Parses the name, stored as JSON because SQLite cuts text at a NUL. */
function tagOf({ id, name }: Row): Tag {
  return { id, name: JSON.parse(name) };
}
