// Keys for Markdown: marks around the selection, and lists that continue.

const marks: Readonly<Record<string, string>> = { b: '**', i: '_', e: '`' }

const address = /^https?:\/\/\S+$/

/** A list item up to its text: indentation, marker, and a box. */
const marker = /^( {0,12})(?:([-*+])|(\d{1,9})([.)])) (\[[ xX]\] )?/

export function formatByKey(event: KeyboardEvent, area: HTMLTextAreaElement): void {
  if (event.isComposing || event.altKey) return
  const isCommand = event.ctrlKey || event.metaKey
  if (event.key === 'Enter' && !isCommand && !event.shiftKey) continueList(event, area)
  if (!isCommand) return
  const mark = event.shiftKey ? undefined : marks[event.key.toLowerCase()]
  if (mark !== undefined) surround(area, mark, mark)
  else if (event.key.toLowerCase() === 'k' && !event.shiftKey) surround(area, '[', ']()')
  // The characters of these keys differ between keyboards.
  else if (event.shiftKey && event.code === 'Digit8') markLines(area, () => '- ')
  else if (event.shiftKey && event.code === 'Digit7') markLines(area, (line) => `${line + 1}. `)
  else return
  event.preventDefault()
}

/** An address that is pasted onto words makes them a link. */
export function linkByPaste(event: ClipboardEvent, area: HTMLTextAreaElement): void {
  const words = selectionOf(area)
  const pasted = event.clipboardData?.getData('text/plain').trim() ?? ''
  if (words.trim() === '' || /[[\]\n]/.test(words) || pasted.length > 2000 || !address.test(pasted)) return
  event.preventDefault()
  insert(area, `[${words}](${pasted})`, area.selectionStart, area.selectionEnd)
}

function selectionOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string {
  return value.slice(selectionStart, selectionEnd)
}

/** Puts text in the place of a range, in a way that the browser can undo. */
export function insert(area: HTMLTextAreaElement, text: string, from: number, to: number): void {
  area.focus()
  area.setSelectionRange(from, to)
  // A hidden field cannot have the focus: the browser would write elsewhere.
  if (document.activeElement === area && document.execCommand(text === '' ? 'delete' : 'insertText', false, text))
    return
  area.setRangeText(text, from, to, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The marked words stay selected. An empty address of a link gets the cursor. */
function surround(area: HTMLTextAreaElement, before: string, after: string): void {
  const { selectionStart: from, selectionEnd: to } = area
  const words = selectionOf(area)
  insert(area, before + words + after, from, to)
  const start = from + before.length
  if (after.endsWith('()') && words !== '') area.setSelectionRange(start + words.length + 2, start + words.length + 2)
  else area.setSelectionRange(start, start + words.length)
}

function markLines(area: HTMLTextAreaElement, prefix: (line: number) => string): void {
  const from = area.value.lastIndexOf('\n', area.selectionStart - 1) + 1
  const lines = area.value.slice(from, area.selectionEnd).split('\n')
  insert(area, lines.map((text, line) => prefix(line) + text).join('\n'), from, area.selectionEnd)
}

/** The next line begins with the next marker; an item without text ends the list. */
function continueList(event: KeyboardEvent, area: HTMLTextAreaElement): void {
  const { value, selectionStart: at, selectionEnd } = area
  if (at !== selectionEnd) return
  const from = value.lastIndexOf('\n', at - 1) + 1
  const [found, indent = '', bullet, number, end = '', box] = marker.exec(value.slice(from, at)) ?? []
  if (found === undefined) return
  event.preventDefault()
  if (value.slice(from + found.length, at).trim() === '') insert(area, '', from, at)
  else insert(area, `\n${indent}${bullet ?? `${Number(number) + 1}${end}`} ${box === undefined ? '' : '[ ] '}`, at, at)
}
