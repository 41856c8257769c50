// Accepted values of parameters.
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { compilePattern } from '../../kernel/pattern/compile.js'
import { fold, storable } from '../../store/index.js'
import { isMailAddress } from '../../auth/login-name.js'
import { parameterTable, patternsIn, type Parameter, type ParameterName } from '../../setup/parameters.js'

/** Every address that is given for a bug elsewhere may be compared with all of them. */
const maxPatterns = 20
const maxPatternLength = 500

/** A local part has 64 characters, and a token for a reply 40. */
const longestPrefix = 24

/** Headers divide names at signs such as `:` and `,`, unless they are quoted. */
const namedAddress = /^(?:[^<>@,;:"\\]*|"[^<>@"\\]*" *)<([^<>@]+@[^<>@]+)>$/

interface GivenValue {
  readonly field: string
  readonly value: string
}

type Reading = (given: GivenValue, parameter: Parameter, call: Call) => string

/** By type: the stored value, or an error with the accepted values. */
const readings: Readonly<Record<Parameter['type'], Reading>> = {
  text: ({ value }) => value,
  line: ({ value }) => value,
  address(given) {
    if (given.value !== '' && !isMailAddress(given.value)) throw refusal(given, 'a mail address, or nothing')
    return given.value
  },
  suffix(given) {
    if (given.value !== '' && !isMailAddress(`x${given.value}`))
      throw refusal(given, 'what makes an address of a login name, such as @example.com, or nothing')
    return given.value
  },
  sender(given) {
    const address = namedAddress.exec(given.value)?.[1] ?? given.value
    const isFit = isMailAddress(address.includes('@') ? address : `${address.replace(/\s+/g, '-')}@x`)
    if (!isFit) throw refusal(given, 'a mail address, also with a name: Tracker <tracker@example.com>')
    return given.value
  },
  incoming(given) {
    const [before = '', ...after] = given.value.split('*')
    const isFit = after.length === 1 && after[0]?.includes('@') && isMailAddress(`${before}x${after[0]}`)
    if (given.value !== '' && (!isFit || before.length > longestPrefix))
      throw refusal(given, 'an address with one * before the @, such as bugs+*@example.com, or nothing')
    return given.value
  },
  logins: ({ value }) => value,
  proxies(given) {
    if (!/^((\d+(\.\d+){3}|[\da-f.]*:[\da-f:.]+)([\s,]+|$))*$/i.test(given.value))
      throw refusal(given, 'addresses such as 10.0.0.1 or fd00::1, or nothing')
    return given.value
  },
  url(given) {
    const isAddress = given.value === '' || (/^https?:\/\//i.test(given.value) && URL.canParse(given.value))
    if (!isAddress) throw refusal(given, 'an address that begins with http:// or https://, or nothing')
    return given.value
  },
  bool(given) {
    if (given.value !== '0' && given.value !== '1') throw refusal(given, 'true or false')
    return given.value
  },
  int({ field, value }, { max = Infinity, min = 0 }) {
    if (!/^-?\d+$/.test(value)) throw new TrackerError('param_must_be_numeric', { field, value })
    if (Number(value) < min) throw new TrackerError('number_too_small', { field, value, limit: min })
    if (Number(value) > max) throw new TrackerError('number_too_large', { field, value, limit: max })
    return String(Number(value))
  },
  choice(given, { choices = [] }) {
    if (!choices.includes(given.value)) throw refusal(given, choices)
    return given.value
  },
  group({ field, value }, _parameter, { catalogue }) {
    if (value === '') return ''
    const group = catalogue.groups.named(value)
    if (!group) throw new TrackerError('object_does_not_exist', { kind: 'group', field, value })
    return group.name
  },
  pattern({ field, value }) {
    compilePattern(value, { field })
    return value
  },
  patterns(given) {
    const patterns = patternsIn(given.value)
    if (patterns.length > maxPatterns || patterns.some((pattern) => pattern.length > maxPatternLength))
      throw refusal(
        given,
        `at most ${maxPatterns} patterns, one in each line, of at most ${maxPatternLength} characters`,
      )
    for (const pattern of patterns) compilePattern(pattern, { field: given.field })
    return patterns.join('\n')
  },
  value: legalValue,
}

/**
 * The stored text of a value: strings, and booleans as '1' and '0'.
 * @throws param_invalid, param_must_be_numeric, number_too_large, number_too_small, object_does_not_exist,
 * invalid_regexp
 */
export function readParameter(call: Call, name: ParameterName, given: string | number | boolean): string {
  const field = `parameters.${name}`
  const text = storable(typeof given === 'boolean' ? String(Number(given)) : String(given)).trim()
  const parameter: Parameter = parameterTable[name]
  // A line break could end a header of mails that it gets into.
  if (parameter.type !== 'text' && parameter.type !== 'patterns' && /[\u0000-\u001f\u007f]/.test(text))
    throw refusal({ field, value: text }, 'one line')
  const value = wordOf(parameter, text)
  if (parameter.fixed === undefined) return readings[parameter.type]({ field, value }, parameter, call)
  if (value === parameter.default) return value
  throw new TrackerError('param_invalid', {
    field,
    value,
    accepted: [parameter.default],
    problem: `it cannot be set: ${parameter.fixed}`,
  })
}

/** Clients send booleans in more than one spelling. */
function wordOf({ type }: Parameter, text: string): string {
  if (type !== 'bool') return text
  return { true: '1', false: '0', '': '0' }[text.toLowerCase()] ?? text
}

/** A value of the field that is in use; a status must be closed, as duplicates get it. */
function legalValue(given: GivenValue, { field = '', isOptional = false }: Parameter, { catalogue }: Call): string {
  if (isOptional && given.value === '') return ''
  const usable = (catalogue.fields.named(field)?.values ?? []).filter(
    (value) => value.is_active && value.name !== '' && value.is_open !== true,
  )
  const found = usable.find((value) => value.name_folded === fold(given.value))
  if (!found)
    throw refusal(
      given,
      usable.map((value) => value.name),
    )
  return found.name
}

function refusal(given: GivenValue, accepted: string | readonly string[]): TrackerError {
  return new TrackerError('param_invalid', { ...given, accepted })
}
