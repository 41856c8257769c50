// Changes of messages, byte by byte and line by line.
import type { Dice } from '../dice.js'

const words = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\0',
    '--b\r\n',
    '--b--',
    ';',
    '"',
    '=?utf-8?B?',
    '=?x?Q?=',
    '=',
    '=\r\n',
    '@status VERIFIED\r\n',
  ],
  ...[
    '> ',
    '-- \r\n',
    '<div>',
    '<!--',
    '<style>',
    '&#x',
    '</blockquote>',
    '\u{1F600}',
    '\u202E',
    '[Bug 2]',
    '<',
    '>',
    '(',
    '\\',
  ],
  ...[
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
    'Content-Type: message/rfc822\r\n\r\n',
    '__proto__',
    'begin 644 x',
  ],
  ...['Content-Transfer-Encoding: base64\r\n', 'charset=utf-7', 'charset=gb18030', 'format=flowed; delsp=yes'],
]
/** Headers that prove nothing where they are put: below the others, or of a server that is not trusted. */
const headers = [
  ...['Reply-To: admin@example.com', 'Sender: admin@example.com', 'Return-Path: <admin@example.com>', 'List-Id: <x>'],
  ...[
    'Authentication-Results: mx.evil.example; dmarc=pass header.from=example.com',
    'Precedence: bulk',
    'X-From: admin@example.com',
  ],
  ...[
    'Cc: bugs+widgets@tracker.example',
    'To: bugs+aaaaaaaaaaaaaaaaaaaaaaaaaa@tracker.example',
    'Subject: @id 2',
    'References: <x>',
  ],
]

/** A message with some changes to its headers and body, or only to its body. */
export function mutate(dice: Dice, bytes: Uint8Array, isBodyOnly: boolean): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const end = text.indexOf('\r\n\r\n') + 4
  const head = isBodyOnly ? text.slice(0, end) : withHeader(dice, text.slice(0, end))
  let rest = isBodyOnly ? text.slice(end) : head + text.slice(end)
  for (let count = dice.below(6); count > 0; count--) rest = change(dice, rest)
  return Buffer.from(isBodyOnly ? head + rest : rest, 'latin1')
}

function withHeader(dice: Dice, head: string): string {
  if (!dice.oneIn(3)) return head
  // Folded headers and `From` stay as they are.
  return head.replace(/\r\n\r\n$/, `\r\n${dice.oneOf(headers)}\r\n\r\n`)
}

function change(dice: Dice, text: string): string {
  const [at, length] = [dice.below(text.length + 1), dice.below(40)]
  const [before, part, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)]
  const word = Buffer.from(dice.oneOf(words)).toString('latin1')
  switch (dice.below(7)) {
    case 0:
      return before + after
    case 1:
      return before + word + part + after
    case 2:
      return before + word.repeat(dice.oneIn(20) ? 20_000 : dice.below(50)) + part + after
    case 3:
      return before + part + part + after
    case 4:
      return before + String.fromCharCode(dice.below(256)) + after
    case 5:
      return dice.oneIn(4)
        ? before
        : before + dice.list(length, () => String.fromCharCode(dice.below(256))).join('') + after
    default:
      return shuffled(dice, text)
  }
}

/** With two lines exchanged. */
function shuffled(dice: Dice, text: string): string {
  const lines = text.split('\r\n')
  const [one, other] = [dice.below(lines.length), dice.below(lines.length)]
  const [first = '', second = ''] = [lines[one], lines[other]]
  lines[one] = second
  lines[other] = first
  return lines.join('\r\n')
}
