// Changes of fields in the first lines of a message: `@status RESOLVED`. Pure.

/** The names of commands, and the fields that they set. */
const fields = {
  ...{ status: 'status', bug_status: 'status', resolution: 'resolution', assigned_to: 'assigned_to' },
  ...{ cc: 'cc', removecc: 'removecc', keywords: 'keywords', priority: 'priority', severity: 'severity' },
  ...{ bug_severity: 'severity', id: 'id', bug_id: 'id' },
} as const

export type CommandField = (typeof fields)[keyof typeof fields]
export const commandFields: readonly CommandField[] = [...new Set(Object.values(fields))]

export interface Commands {
  readonly values: Readonly<Partial<Record<CommandField, string>>>
  /** The message without them. */
  readonly text: string
  /** A name in the lines that no command has. */
  readonly unknown?: string
}

/** Lists of more are no commands of a person. */
const mostLines = 100

/** Undefined for a message that begins with no command: `@anna` is a mention. */
export function readCommands(text: string): Commands | undefined {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0 || commandIn(lines[first] ?? '')?.field === undefined) return undefined
  const after = lines.findIndex((line, index) => index > first && line.trim() === '')
  const end = after < 0 ? lines.length : after
  const values: Partial<Record<CommandField, string>> = {}
  let last: CommandField | undefined
  for (const line of lines.slice(first, Math.min(end, first + mostLines))) {
    const command = commandIn(line)
    if (command && command.field === undefined) return { values, text: '', unknown: command.name }
    last = command?.field ?? last
    const value = command ? command.value : line.trim()
    if (last !== undefined) values[last] = command ? value : `${values[last] ?? ''} ${value}`.trim()
  }
  return { values, text: lines.slice(end).join('\n').trim() }
}

function commandIn(line: string): { name: string; field: CommandField | undefined; value: string } | undefined {
  const given = line.trim()
  if (!given.startsWith('@')) return undefined
  const name = /^@([a-z_]+)/i.exec(given)?.[1] ?? ''
  const rest = given.slice(name.length + 1)
  if (rest !== '' && !/^[\s=]/.test(rest)) return { name, field: undefined, value: '' }
  const key = name.toLowerCase()
  const field = Object.hasOwn(fields, key) ? fields[key as keyof typeof fields] : undefined
  return { name, field, value: rest.trim().replace(/^=/, '').trim() }
}

export function listIn(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
