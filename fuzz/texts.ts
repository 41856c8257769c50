// Texts that are never sent by accident.
import type { Dice } from './dice.js'
import type { Setting } from './setting.js'

const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  'true',
  'null',
  'NaN',
  '999999999999999999999',
  '%',
  '%_',
  '*',
  '[',
  '\\',
  '"',
  "'",
  "'; DROP TABLE bugs; --",
  '__proto__',
  'constructor',
  'toString',
  '_all',
  '_default',
  '%user%',
  '%group.admin%',
  '\u0000',
  '\uFFFF',
  '\uD800',
  '\uDFFF',
  'e\u0301',
  '\u202E',
  '\uFEFF',
  'ı',
  'ß',
  'İ',
  '😀',
  '\r\nX-Evil: 1',
  '\t',
  '2026-01-01',
  '2026-13-45',
  '0000-00-00',
  '-1d',
  '99999999999d',
  '1970-01-01T00:00:00Z',
  '+275760-09-13',
  'now',
  '../../etc/passwd',
  '#1',
  '1,2',
  'javascript:alert(1)',
  'http://[::1',
  'https://example.com/?a=%',
  'data:,',
]

/** Slow for engines that go back, or large once they are unfolded. */
const patterns = [
  '(a+)+$',
  '(a|aa)+$',
  '(.*)*(.*)*x',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?=a)',
  '\\1',
  '[[:alpha:]',
  'a{1000}',
  '{',
  '((a{100}){100}){100}',
  '(x+x+)+y',
  '.*.*.*.*.*.*.*.*=',
  '\\',
  '[z-a]',
  '(?P<a>b)',
  '$^',
  '|'.repeat(500),
]

/** Repeated, they are slow to read for whatever looks at a text again and again. */
const fillings = [
  ...[' ', '\t', '\n', '0', '1', 'a', 'é', '😀'],
  ...[',', ';', ':', '=', '-', '+', '.', '/', '&', '#', '|', '*', '%', '\\'],
  ...['(', ')', '[', ']', '{', '}', '<', '"', "'"],
  ...['a.', 'a,', 'a=', '-x ', '%41', '%', 'word ', 'bug 1 ', 'a@b.c, ', 'https://example.com/ '],
]
const ends = ['x', '0', '!', '-', ';', '"', ')', ' ', '\t']

/** A text of this length: a repeated filling, optionally with an end, or twice with the end after each. */
export function grown(length: number, dice: Dice): string {
  const [filling, end] = [dice.oneOf(fillings), dice.oneOf(ends)]
  const part = (size: number) => filling.repeat(Math.ceil(size / filling.length)).slice(0, size)
  const kind = dice.below(3)
  if (kind === 0) return part(length)
  if (kind === 1) return `${part(length - 1)}${end}`
  return `${part((length >> 1) - 1)}${end}`.repeat(2)
}

/** A text: an ordinary one, a name of the setting, a hostile one, a pattern, or a long one. */
export function text(dice: Dice, setting: Setting): string {
  const kind = dice.below(20)
  if (kind < 4) return dice.oneOf(setting.names)
  if (kind < 6) return String(dice.oneOf(setting.bugs))
  if (kind < 8) return dice.oneOf(patterns)
  if (kind === 8) return dice.oneOf(texts).repeat(1 + dice.below(2_000))
  if (kind === 9) return grown(64 * 2 ** dice.below(11), dice)
  return dice.oneOf(texts)
}
