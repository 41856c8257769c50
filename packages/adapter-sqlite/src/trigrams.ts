import { objectName, type StoredEntity, type SubstringIndex } from '@trackerkit/core/sql'
import { quote, quoteText } from './quote.js'

/** The most trigrams looked up for one needle: with more the answer is hardly smaller and the search longer. */
const mostTrigrams = 8

/**
 * `contains` by FTS5: an index of every three neighboring characters of a column, over the rows themselves (external
 * content) and maintained by triggers.
 *
 * It finds every row that has all the trigrams of the needle, in any position; `instr` then decides. So it does not
 * need the positions of trigrams (`detail=none`), which would triple its size. It does not fold case: the caller has
 * done so where it is wanted, and folding would find rows that differ only in case in vain.
 * @param stored returns the table name of an entity
 */
export function trigrams(stored: (entity: string) => string): SubstringIndex {
  return {
    serves: hasRowId,
    create(entity, { key }, column) {
      const name = stored(entity)
      const index = indexName(name, column)
      const [table, text, id] = [name, column, key[0] ?? ''].map(quote)
      const remove = `INSERT INTO ${index}(${index}, rowid, ${text}) VALUES ('delete', old.${id}, old.${text})`
      const add = `INSERT INTO ${index}(rowid, ${text}) VALUES (new.${id}, new.${text})`
      const [onInsert, onDelete, onUpdate] = triggerNames(name, column)
      return [
        createIndexSql(index, column, `content=${quoteText(name)}, content_rowid=${quoteText(key[0] ?? '')}`),
        `CREATE TRIGGER ${onInsert} AFTER INSERT ON ${table} BEGIN ${add}; END`,
        `CREATE TRIGGER ${onDelete} AFTER DELETE ON ${table} BEGIN ${remove}; END`,
        `CREATE TRIGGER ${onUpdate} AFTER UPDATE OF ${id}, ${text} ON ${table} ` +
          `WHEN old.${text} IS NOT new.${text} OR old.${id} <> new.${id} BEGIN ${remove}; ${add}; END`,
        `INSERT INTO ${index}(${index}) VALUES ('rebuild')`,
      ]
    },
    drop: (entity, column) => [
      ...triggerNames(stored(entity), column).map((trigger) => `DROP TRIGGER ${trigger}`),
      `DROP TABLE ${indexName(stored(entity), column)}`,
    ],
    filter({ entity, column, key }, parameter) {
      const index = indexName(stored(entity), column)
      return `${key} IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${parameter})`
    },
    all: (parameters) => `(${parameters.join(` || ' ' || `)})`,
    rows({ entity, column }, parameter) {
      const index = indexName(stored(entity), column)
      return `SELECT 1 FROM ${index} WHERE ${index} MATCH ${parameter}`
    },
    encode: (needle) => trigramsOf(needle).map(quote).join(' '),
  }
}

/** The statement that makes an index of trigrams. `content`: where the texts are. */
export function createIndexSql(index: string, column: string, content: string): string {
  return (
    `CREATE VIRTUAL TABLE ${index} USING fts5(${quote(column)}, ${content}, ` +
    `tokenize='trigram case_sensitive 1', detail=none, columnsize=0)`
  )
}

/**
 * Returns whether one integer identifies the rows: only such tables can have a trigram index; all others are ordered by
 * their key.
 */
export function hasRowId({ key, columns }: StoredEntity): boolean {
  return key.length === 1 && columns[key[0] ?? '']?.type === 'int'
}

/** The distinct trigrams of the needle by code point, or as many as are looked up, taken from all over it. */
function trigramsOf(needle: string): string[] {
  const characters = Array.from(needle)
  const all = [...new Set(characters.slice(2).map((_, i) => characters.slice(i, i + 3).join('')))]
  if (all.length <= mostTrigrams) return all
  const step = (all.length - 1) / (mostTrigrams - 1)
  return Array.from({ length: mostTrigrams }, (_, i) => all[Math.round(i * step)] ?? '')
}

function indexName(entity: string, column: string): string {
  return quote(objectName('substring', entity, [column]))
}

function triggerNames(entity: string, column: string): string[] {
  return ['inserted', 'deleted', 'updated'].map((event) => quote(objectName('substring', entity, [column, event])))
}
