// The limits of what comes with a request, for docs/rest.md.
import { longestQuicksearch, maxTextLength, mostEntries } from '../../packages/core/src/call/define/inputs.js'
import { longestWritten } from '../../packages/core/src/kernel/scan.js'
import { longestPattern } from '../../packages/core/src/kernel/pattern/compile.js'
import { requestLimits, type Beyond } from '../../packages/rest/src/http/request/request-limits.js'

const becomes: Readonly<Record<Beyond, string>> = {
  absent: 'as if it had not been sent',
  'wrong credential': 'a wrong credential, which counts as an attempt and is not hashed',
  foreign: 'another origin',
  param_invalid: '400 `param_invalid`',
  idempotency_key_invalid: '400 `idempotency_key_invalid`',
  400: '400',
  415: '415',
}

export function limitsTable(): string {
  const limits = requestLimits
  const rows = [
    ['URL without its host', characters(limits.target), '414'],
    ['Path of the URL', characters(limits.path), '414'],
    ['One part of the path, decoded', characters(limits.segment), '404'],
    ['URL and headers together', `${grouped(limits.headerBytes)} bytes`, '431'],
    ['Headers', grouped(limits.headerCount), '431'],
    ['Parameters in the query', grouped(limits.parameters), '400'],
    ['Names of parameters in query and body', grouped(limits.parameterNames), '400'],
    ['Name of a parameter', characters(limits.parameterName), '400'],
    ['Body without the content of an attachment', `at most ${grouped(limits.bodyWithoutContents)} bytes`, '413'],
    ['Body without credentials', `${grouped(limits.bodyWithoutCredentials)} bytes`, '413'],
    ['Values in a body; its depth', `${grouped(limits.bodyValues)}; ${limits.bodyDepth}`, '400'],
    ...inputRows(),
    ...headerRows(),
    ['`X-Forwarded-For`', `the last ${limits.forwardedAddresses} addresses`, 'not looked at'],
  ]
  const lines = rows.map((row) => `| ${row.join(' | ')} |`)
  return ['| what | at most | beyond |', '|---|---|---|', ...lines].join('\n')
}

/** Limits that schemas do not show. */
function inputRows(): string[][] {
  const { number, boolean, time } = longestWritten
  return [
    ['A number, a boolean, a date or time as text', `${number}; ${boolean}; ${time} characters`, 'as what is none'],
    ['A list as one text', `${grouped(mostEntries)} entries`, '400 `list_too_long`'],
    ['A text without `maxLength`', characters(maxTextLength), '400 `text_too_long`'],
    ['A regular expression', characters(longestPattern), '400 `invalid_regexp`'],
    ['`quicksearch`', characters(longestQuicksearch), '400 `text_too_long`'],
  ]
}

/** Headers with the same limit share a row. */
function headerRows(): string[][] {
  const rows = new Map<string, { names: string[]; most: number; beyond: Beyond }>()
  for (const [name, { most, beyond }] of Object.entries(requestLimits.headers)) {
    const key = `${most} ${beyond}`
    const row = rows.get(key) ?? { names: [], most, beyond }
    row.names.push(`\`${name}\``)
    rows.set(key, row)
  }
  return [...rows.values()].map(({ names, most, beyond }) => [names.join(', '), characters(most), becomes[beyond]])
}

function characters(count: number): string {
  return `${grouped(count)} characters`
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}
