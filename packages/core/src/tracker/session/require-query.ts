// Statements of the embedding program in a transaction of the tracker. Only mistakes are found here: the database has the last word.
import { TrackerError } from '../../kernel/errors.js'

const mostCharacters = 100_000
const mostValues = 30_000

/** They begin or end transactions, or change the connection. */
const refused = new Set(
  (
    'BEGIN START COMMIT END ROLLBACK ABORT SAVEPOINT RELEASE PREPARE DEALLOCATE VACUUM ATTACH DETACH PRAGMA SET RESET ' +
    'DISCARD COPY LISTEN UNLISTEN'
  ).split(' '),
)

/** @throws query_refused */
export function requireQuery(sql: unknown, values: unknown): void {
  if (typeof sql !== 'string' || sql.length > mostCharacters)
    throw refusal('sql', 'form', `one SQL statement of at most ${mostCharacters} characters`)
  if (!Array.isArray(values) || values.length > mostValues)
    throw refusal('values', 'form', `a list of at most ${mostValues} values`)
  const start = afterBlanks(sql, 0)
  const word = (/^[a-z]{1,20}/i.exec(sql.slice(start, start + 20))?.[0] ?? '').toUpperCase()
  if (refused.has(word))
    throw refusal('sql', 'statement', 'a statement that neither ends the transaction nor changes the connection', word)
  if (afterBlanks(sql, 0, ';') === sql.length) throw refusal('sql', 'form', 'one SQL statement')
  if (hasSecond(sql, start)) throw refusal('sql', 'several', 'one statement')
}

function refusal(
  field: string,
  reason: 'form' | 'statement' | 'several',
  accepted: string,
  value?: string,
): TrackerError {
  return new TrackerError('query_refused', { field, reason, value, accepted })
}

/** Returns true for text behind the first semicolon that is not quoted. */
function hasSecond(sql: string, start: number): boolean {
  for (let at = start; at < sql.length;) {
    const next = afterBlanks(sql, at)
    if (sql[next] === ';') return afterBlanks(sql, next + 1, ';') < sql.length
    at = next === at ? afterToken(sql, at) : next
  }
  return false
}

/** The place behind blanks, comments and the characters of `also`. */
function afterBlanks(sql: string, from: number, also = ''): number {
  let at = from
  for (;;) {
    if (sql.startsWith('--', at)) at = behind(sql, '\n', at)
    else if (sql.startsWith('/*', at)) at = behind(sql, '*/', at + 2)
    else if (at < sql.length && (/\s/.test(sql[at] as string) || also.includes(sql[at] as string))) at++
    else return at
  }
}

/** The place behind a quoted text, a quoted name or one character. A doubled quote looks like two texts side by side. */
function afterToken(sql: string, at: number): number {
  const quote = sql[at] as string
  if (quote === "'") return /[eE]/.test(sql[at - 1] ?? '') ? afterEscaped(sql, at + 1) : behind(sql, quote, at + 1)
  if (quote === '"' || quote === '`') return behind(sql, quote, at + 1)
  if (quote !== '$') return at + 1
  const tag = /^\$(?:[a-z_][a-z0-9_]{0,62})?\$/i.exec(sql.slice(at, at + 65))?.[0]
  return tag === undefined ? at + 1 : behind(sql, tag, at + tag.length)
}

/** A text of PostgreSQL in which backslashes escape. */
function afterEscaped(sql: string, from: number): number {
  for (let at = from; at < sql.length; at++) {
    if (sql[at] === '\\') at++
    else if (sql[at] === "'") return at + 1
  }
  return sql.length
}

function behind(sql: string, end: string, from: number): number {
  const at = sql.indexOf(end, from)
  return at < 0 ? sql.length : at + end.length
}
