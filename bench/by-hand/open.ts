// Handwritten code for this one table layout: the baseline for the layers.
import Database from 'better-sqlite3'
import { prepareComment } from './comment.js'
import { prepareCreate } from './create.js'
import { prepareFloor, type FloorResponse } from './floor.js'
import { prepareNineObjects } from './nine-objects.js'
import { prepareNineStatements } from './nine-statements.js'
import { prepareOneStatement, type OneStatement } from './one-statement.js'

export interface ByHand {
  /** Reads the rows of a bug. */
  readonly nineStatements: (id: number) => unknown
  /** Returns a bug as `bugs.get` shows it. */
  readonly nineObjects: (id: number) => object | undefined
  readonly oneStatement: OneStatement
  /** Reads ID and summary of the newest 100 public bugs of a component. */
  readonly list: (componentId: number) => unknown
  readonly create: (summary: string) => number
  readonly comment: (bugId: number, text: string) => void
  /** Answers GET of a bug over no network. */
  readonly floor: (id: number) => FloorResponse
  readonly close: () => void
}

/**
 * Opens a separate connection on the file of a corpus.
 * @param login the caller
 */
export function openByHand(file: string, login: string): ByHand {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const list = db.prepare(
    'select id, summary from bugs indexed by bugs__component_id__last_change_time__index where component_id = ? and group_count = 0 order by last_change_time desc, id desc limit 100',
  )
  const userId = db.prepare('select id from users where login = ?').pluck().get(login) as number
  const oneStatement = prepareOneStatement(db, login)
  return {
    nineStatements: prepareNineStatements(db),
    nineObjects: prepareNineObjects(db, login),
    oneStatement,
    list: (componentId) => list.all(componentId),
    create: prepareCreate(db),
    comment: prepareComment(db, userId),
    floor: prepareFloor(oneStatement),
    close: () => db.close(),
  }
}
