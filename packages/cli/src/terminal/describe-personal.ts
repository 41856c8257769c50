// Inboxes, follows and schedules, as a person reads them: a line for each, with tabs between its parts.
import { counted } from './counted.js'
import { nameOfComponent } from './follow-targets.js'

type Fields = Readonly<Record<string, unknown>>

const kinds: Readonly<Record<string, (answer: Fields) => string[]>> = {
  inbox: (answer) => listOf(answer, 'items').map(inboxLine),
  follow: followLines,
  schedule: (answer) => listOf(answer, 'schedules').map(scheduleLine),
  'schedule run': ({ is_queued }) => [
    is_queued === true ? 'email queued' : 'no email: the tracker or the user has none',
  ],
}

/** Undefined for other kinds. */
export function describePersonal(kind: string, answer: Fields): string[] | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind]?.(answer) : undefined
}

function listOf(answer: Fields, name: string): readonly Fields[] {
  return (answer[name] as readonly Fields[] | undefined) ?? []
}

function inboxLine({ bug, time, by, reasons, comments, changes, is_new }: Fields): string {
  const { id, summary, product, component } = bug as Readonly<Record<string, string | number>>
  const news = [
    is_new === true ? 'new' : '',
    comments === 0 ? '' : counted(comments as number, 'comment'),
    changes === 0 ? '' : counted(changes as number, 'change'),
  ].filter((part) => part !== '')
  const who = (by as Fields | null)?.['name']
  const place = `${product} / ${component}`
  return lineOf([id, timeOf(time), (reasons as readonly string[]).join(', '), news.join(', '), who, place, summary])
}

/** After an update there is nothing to print. */
function followLines(answer: Fields): string[] {
  const bugLine = (kind: string) => (bug: Fields) => lineOf([kind, bug['id'], bug['summary']])
  const placeLine = (kind: string) => (one: Fields) => {
    const { product, component, scope, by_mail } = one as Readonly<Record<string, string | boolean>>
    const name = typeof component === 'string' ? nameOfComponent(`${product}`, component) : product
    return lineOf([kind, name, scope === 'all' ? 'all changes' : 'new bugs', by_mail === true ? 'email' : ''])
  }
  return [
    ...listOf(answer, 'bugs').map(bugLine('bug')),
    ...listOf(answer, 'muted').map(bugLine('muted')),
    ...listOf(answer, 'off').map(bugLine('off')),
    ...listOf(answer, 'products').map(placeLine('product')),
    ...listOf(answer, 'components').map(placeLine('component')),
    ...((answer['users'] as readonly string[] | undefined) ?? []).map((login) => lineOf(['user', login])),
  ]
}

function scheduleLine({ id, kind, name, days, hours, next_time, is_enabled, disabled_reason }: Fields): string {
  const shown = kind === 'digest' && name === '' ? 'Digest' : name
  const when = `${(days as readonly string[]).join(' ')} at ${(hours as readonly number[]).join(', ')}`
  const reason = disabled_reason === '' ? 'disabled' : `disabled: ${String(disabled_reason)}`
  return lineOf([id, shown, when, is_enabled === true ? `next ${timeOf(next_time)}` : reason])
}

/** Summaries and names are written by others. */
function lineOf(parts: readonly unknown[]): string {
  const texts = parts.map((part) => (typeof part === 'number' || typeof part === 'string' ? `${part}` : ''))
  return texts.flatMap((text) => (text === '' ? [] : [text.replace(/\s+/g, ' ')])).join('\t')
}

function timeOf(time: unknown): string {
  return time instanceof Date ? time.toISOString().replace(/\.\d+Z$/, 'Z') : ''
}
