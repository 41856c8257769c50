/** A connection of either driver. */
export interface Doomable {
  exec(sql: string): unknown
  function(name: string, call: () => number): unknown
}

/**
 * Makes the commit of the next insert into `table` fail as commits do: a constraint is broken that SQLite checks only then.
 */
export function doom(db: Doomable, table: string): void {
  let isNext = true
  db.exec('PRAGMA foreign_keys = on')
  db.function('is_doomed', () => {
    const now = isNext
    isNext = false
    return now ? 1 : 0
  })
  db.exec(`
    CREATE TABLE present (id INTEGER PRIMARY KEY);
    CREATE TABLE absent (id INTEGER REFERENCES present DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER doom AFTER INSERT ON "${table}" WHEN is_doomed() BEGIN INSERT INTO absent VALUES (1); END;
  `)
}
