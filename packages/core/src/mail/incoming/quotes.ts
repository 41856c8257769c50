// The text of a report, without the signature, and that of a reply, without the message that it quotes, either. Pure, and
// linear in the length.

const phoneSignature =
  /^(Sent from my |Sent from Outlook|Sent from Mail for |Get Outlook for |Von meinem .{1,40} gesendet|Envoyé de mon |Enviado desde mi |Inviato da |Verzonden vanaf mijn |Sent with \[?Proton Mail)/
const originals = new Set(
  [
    ...['Original Message', 'Forwarded message', 'Ursprüngliche Nachricht', "Message d'origine", 'Message d’origine'],
    ...['Mensaje original', 'Messaggio originale', 'Mensagem original', 'Oorspronkelijk bericht', 'Исходное сообщение'],
    ...['元のメッセージ', 'Original-Nachricht', 'Oryginalna wiadomość'],
  ].map((one) => one.replaceAll('-', ' ').toLowerCase()),
)
/** The first four headers of a message, in the languages of mail programs. */
const headerNames = [
  ['From', 'Von', 'De', 'Da', 'Van', 'От', '差出人', 'Od', 'Från', '发件人'],
  [
    'Sent',
    'Date',
    'Gesendet',
    'Datum',
    'Envoyé',
    'Enviado',
    'Enviada em',
    'Fecha',
    'Inviato',
    'Data',
    'Verzonden',
    'Дата',
    '送信日時',
    'Wysłano',
    'Skickat',
    '发送时间',
  ],
  ['To', 'An', 'À', 'Para', 'A', 'Aan', 'Кому', '宛先', 'Do', 'Till', '收件人'],
  ['Subject', 'Betreff', 'Objet', 'Asunto', 'Oggetto', 'Assunto', 'Onderwerp', 'Тема', '件名', 'Temat', 'Ämne', '主题'],
] as const

/** GMX begins with the date. */
const firstHeaders: ReadonlySet<string> = new Set([...headerNames[0], ...headerNames[1]])

/** A line of dashes or underscores that may begin what is quoted. */
const shortestRule = 20

/** Characters of the lines between the text and what is quoted: "On …, Ann wrote:". */
const longestIntroduction = 400
const linesOfIntroduction = 3

/** In the introduction to a message, and seldom in that to other lines. */
const dateOrAddress = /@|\d:\d\d|\d{4}/

/** The subject of email about a bug, perhaps after "RE:" in some language. */
const subjectOfBug = /^[^:：]*[:：]\s*(?:\S{1,12}\s*)?\[Bug \d+\]/
const timeOrAddress = /@|\d:\d\d/

/** Each looks at all lines. */
const mostTurns = 3

/** Signatures follow it. */
const mark = '-- '
/** Some programs take the space away. */
const bareMark = '--'

/** Maximum length of a signature in a report, or below a mark without its space. */
const mostOfSignature = 10

/**
 * The text of a report: messages and lines with ">" belong to what is reported, and so do lines below "--", with which
 * comments of programs begin. Signatures follow "-- ".
 */
export function reportTextOf(text: string): string {
  const given = linesIn(text)
  const start = given.lastIndexOf(mark)
  const lines = start >= 0 && isSignature(trimmed(withoutEnds(given.slice(start + 1)))) ? given.slice(0, start) : given
  return trimmed(cutPhone(trimmed(withoutEnds(lines)))).join('\n')
}

/** A signature may be above a message. */
function isSignature(lines: readonly string[]): boolean {
  return lines.length <= mostOfSignature && !lines.some(isQuoted) && cutOriginal(lines).length === lines.length
}

/** The text of a reply. Cuts at the end only: quotes between answers stay. */
export function newTextOf(text: string): string {
  let lines = cutOriginal(trimmed(linesIn(text).map((line) => (line === mark ? mark : line.trimEnd()))))
  // A signature is above or below what is quoted.
  for (let turn = 0; turn < mostTurns; turn++) lines = trimmed(cutQuote(trimmed(cutSignature(lines))))
  return withoutEnds(lines).join('\n')
}

/**
 * Returns true for text with a message that it answers, by its headers or its introduction. Lines with ">" may also be
 * what a person wrote: "Try this:".
 */
export function quotesMessage(text: string): boolean {
  const lines = trimmed(withoutEnds(linesIn(text)))
  if (cutOriginal(lines).length < lines.length) return true
  const start = lines.findIndex(isQuoted)
  if (start < 0) return false
  const above = trimmed(lines.slice(0, start)).slice(-linesOfIntroduction)
  // Mail on a Mac quotes the introduction, too.
  const quoted = lines.slice(start, start + linesOfIntroduction).map((line) => line.replace(/^[> ]+/, ''))
  const introduction = endsIntroduction(above.at(-1)) ? above : quoted.slice(0, quoted.findIndex(endsIntroduction) + 1)
  return dateOrAddress.test(introduction.join(' ').slice(-longestIntroduction))
}

function cutOriginal(lines: readonly string[]): string[] {
  const isAboveHeaders = (index: number) => headerCount(lines, index + 1, 8) >= 3 || areHeadersOfBug(lines, index + 1)
  const start = lines.findIndex((line, index) => isOriginal(line) || (isRule(line) && isAboveHeaders(index)))
  const end = start < 0 ? lines.findIndex((_, index) => isHeaderBlock(lines, index)) : start
  return end < 0 ? [...lines] : trimmed(lines.slice(0, end))
}

function isOriginal(line: string): boolean {
  return line.startsWith('--') && line.length < 80 && originals.has(line.replaceAll('-', ' ').trim().toLowerCase())
}

function isRule(line: string): boolean {
  const text = line.trim()
  return text.length >= shortestRule && (text === '_'.repeat(text.length) || text === '-'.repeat(text.length))
}

/** Outlook writes the headers without a line above them, in bold in its HTML. */
function isHeaderBlock(lines: readonly string[], index: number): boolean {
  if (index === 0 || lines[index - 1] !== '') return false
  const isKnown = firstHeaders.has(headerName(lines[index] ?? '')) && headerCount(lines, index, 6) === 4
  return isKnown || areHeadersOfBug(lines, index)
}

/**
 * Four to six lines with names, one of them with the subject of email about a bug and another one with a time or an address:
 * its headers, in any language. They begin with the sender or the time.
 */
function areHeadersOfBug(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index, index + 6)
  const end = next.findIndex((line) => headerName(line) === '')
  const block = end < 0 ? next : next.slice(0, end)
  const others = block.filter((line) => !subjectOfBug.test(line))
  const isOneSubject = others.length === block.length - 1 && others[0] === block[0]
  return block.length >= headerNames.length && isOneSubject && timeOrAddress.test(others.join(' '))
}

/** Counts which of the four headers are in the lines that follow. */
function headerCount(lines: readonly string[], start: number, within: number): number {
  const names = lines.slice(start, start + within).map(headerName)
  return headerNames.filter((spellings) => names.some((name) => spellings.some((one) => one === name))).length
}

function headerName(line: string): string {
  const end = line.slice(0, 20).search(/[:：]/)
  return end < 0 ? '' : line.slice(0, end).replaceAll('*', '').trim()
}

function cutSignature(lines: readonly string[]): string[] {
  const start = lines.lastIndexOf(mark)
  if (start >= 0 && !lines.slice(start + 1).some(isQuoted)) return lines.slice(0, start)
  const bareStart = lines.lastIndexOf(bareMark)
  return bareStart >= 0 && isBareSignature(lines.slice(bareStart + 1)) ? lines.slice(0, bareStart) : cutPhone(lines)
}

/** Without its space, the mark may also be a line between two parts of a text. */
function isBareSignature(lines: readonly string[]): boolean {
  const end = lines.findIndex((_, index) => isAnyHeaderBlock(lines, index))
  const own = trimmed(end < 0 ? lines : lines.slice(0, end))
  return own.length <= mostOfSignature && !lines.some(isQuoted)
}

/** Four lines with names and a date or an address: the headers of a message in a language that is not known. */
function isAnyHeaderBlock(lines: readonly string[], index: number): boolean {
  const block = lines.slice(index, index + headerNames.length)
  const areHeaders = block.length === headerNames.length && block.every((line) => headerName(line) !== '')
  return areHeaders && (lines[index - 1] ?? '') === '' && dateOrAddress.test(block.join(' '))
}

function cutPhone(lines: readonly string[]): string[] {
  return lines.slice(0, phoneSignature.test(lines.at(-1) ?? '') ? -1 : undefined)
}

function cutQuote(lines: readonly string[]): string[] {
  if (!isQuoted(lines.at(-1) ?? '')) return [...lines]
  let start = lines.findLastIndex((line) => !isQuoted(line) && line !== '') + 1
  start -= introductionBefore(lines, start)
  return lines.slice(0, start)
}

/** "On Monday Ann <ann@example.com> wrote:", which mail programs may break into several lines. */
function introductionBefore(lines: readonly string[], end: number): number {
  if (!endsIntroduction(lines[end - 1])) return 0
  for (let count = 1; count <= linesOfIntroduction; count++) {
    const above = lines[end - count - 1] ?? ''
    if (above === '') {
      const all = lines.slice(end - count, end).join(' ')
      return count === 1 || (all.length < longestIntroduction && dateOrAddress.test(all)) ? count : 1
    }
  }
  return 1
}

function endsIntroduction(line = ''): boolean {
  return /[:：]$/.test(line)
}

function isQuoted(line: string): boolean {
  return line.startsWith('>')
}

function linesIn(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

function withoutEnds(lines: readonly string[]): string[] {
  return lines.map((line) => line.trimEnd())
}

function trimmed(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line !== '')
  if (start < 0) return []
  return lines.slice(start, lines.findLastIndex((line) => line !== '') + 1)
}
