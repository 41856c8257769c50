import { truncate } from '../../kernel/normalize.js'

const maxErrorLength = 300

/** The first line of an error, without passwords in addresses of servers. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : 'unknown error'
  const [line = ''] = message.trim().split(/[\r\n]/)
  const text = line.replace(/\/\/[^/\s]*@/g, '//…@').replace(/\p{Cc}+/gu, ' ')
  return truncate(text, maxErrorLength)
}
