/** The longest name that every database keeps whole. */
const longest = 63

/** The purpose of a database object beside a table. */
export type ObjectKind = 'unique' | 'index' | 'substring' | 'counters'

/**
 * The name of an index, derived from its columns: the same in every database and process, so that errors and later
 * migrations find it. A name too long for PostgreSQL ends in a digest of the whole.
 */
export function objectName(kind: ObjectKind, entity: string, columns: readonly string[]): string {
  const name = [entity, ...columns, kind].join('__')
  if (name.length <= longest) return name
  return `${name.slice(0, longest - 9)}_${digest(name)}`
}

/** FNV-1a, 32 bits, as eight hexadecimal digits. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Where the tables of a store are, among others. */
export interface Naming {
  /** Prefix of table names. */
  readonly prefix: string
  /** The schema of the tables, if it must be named. */
  readonly schema?: string | undefined
}

/** How tables and indexes are named in statements. */
export function tableNames(quote: (name: string) => string, { prefix, schema }: Naming) {
  const place = schema === undefined ? '' : `${quote(schema)}.`
  return {
    stored: (entity: string) => prefix + entity,
    table: (entity: string) => place + quote(prefix + entity),
    index: (name: string) => place + quote(name),
  }
}

const prefixes = /^(?:[a-z][a-z0-9_]{0,19})?$/

/** Returns the prefix of table names. @throws RangeError unless it is at most 20 lowercase letters, digits and underscores */
export function requirePrefix(prefix: string): string {
  if (prefixes.test(prefix)) return prefix
  throw new RangeError(
    `prefix must be a lowercase letter and up to 19 lowercase letters, digits and underscores, not ${JSON.stringify(prefix)}`,
  )
}
