/** The longest name that every database keeps whole. */
const longest = 63

export type ObjectKind = 'unique' | 'index' | 'substring'

/**
 * The name of an index, from what it is on: the same in every database and every process, so that errors and later
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
