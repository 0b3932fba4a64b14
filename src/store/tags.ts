import type { Tag } from "../schema/tags.ts";
import type { Access } from "./sqlite/access.ts";

interface Row {
  id: string;
  name: string;
}

const OF_USER = "user = (SELECT key FROM users WHERE userid = ?)";

/** The tags of all users; of one user, each has a name of its own. */
export class Tags {
  readonly #access: Access;

  /** Over a database. */
  constructor(access: Access) {
    this.#access = access;
  }

  /** A user's tags in the order in which they were made. */
  list(userid: string): Promise<Tag[]> {
    return this.#access.read((db) =>
      db.rows<Row>(`SELECT id, name FROM tags WHERE ${OF_USER} ORDER BY key`, userid).map(tagOf)
    );
  }

  /** A user's tag of an id. */
  find(userid: string, id: string): Promise<Tag | undefined> {
    return this.#one(userid, "id", id);
  }

  /** A user's tag of a name. */
  named(userid: string, name: string): Promise<Tag | undefined> {
    return this.#one(userid, "name", JSON.stringify(name));
  }

  /** Keeps a new tag; undefined where the name is taken. */
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

  /** Deletes a tag; false where there was none. */
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

/** Names are kept as JSON: a text of the database ends at a NUL. */
function tagOf({ id, name }: Row): Tag {
  return { id, name: JSON.parse(name) };
}
