// All output of the command. Text for people often repeats content of a source, a file or a tracker, which must not
// control a terminal or reverse the displayed text. Output for programs is written unchanged.
import type { Writable } from 'node:stream'

/** Characters of a line for people. */
const longestLine = 4000

/** C0 except line feed and tab, DEL and C1, and characters that change the text direction. */
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Lines for people, on stdout. */
export function say(text: string): void {
  process.stdout.write(`${readable(text)}\n`)
}

/** Lines for people on stderr: errors, and text beside the output. */
export function warn(text: string): void {
  process.stderr.write(`${readable(text)}\n`)
}

/** Output for programs on stdout, byte for byte. */
export function put(text: string): void {
  process.stdout.write(text)
}

/** The same for bytes. */
export function putBytes(bytes: Uint8Array): void {
  process.stdout.write(Buffer.from(bytes))
}

/** JSON Lines log on stderr, for programs. */
export function putLog(text: string): void {
  process.stderr.write(text)
}

/**
 * Ends the command when stdout cannot be written: silently, with the code of SIGPIPE, if its reader has gone, for example
 * `head`. Lost lines on stderr are ignored: a server outlives the reader and the disk of its log.
 */
export function handleLostOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141)
    warn(`trackerkit: stdout cannot be written: ${error.message}`)
    process.exit(1)
  })
  process.stderr.on('error', () => undefined)
}

/** For output that is too large to be written at once. */
export function outputStream(): Writable {
  return process.stdout
}

/** Stream for a progress bar; undefined if it is not a terminal. */
export function terminal(): NodeJS.WriteStream | undefined {
  return process.stderr.isTTY ? process.stderr : undefined
}

/** True if a person reads the output. */
export function isOutputTerminal(): boolean {
  return process.stdout.isTTY
}

/** Width of the terminal; undefined if unknown. */
export function columnsOfOutput(): number | undefined {
  return process.stdout.columns
}

function readable(text: string): string {
  return text.split('\n').map(readableLine).join('\n')
}

function readableLine(line: string): string {
  const shown = line.slice(0, longestLine + 1).replace(unseen, escaped)
  if (shown.length <= longestLine) return shown
  return `${shown.slice(0, longestLine - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function escaped(character: string): string {
  return `\\u{${character.charCodeAt(0).toString(16)}}`
}
