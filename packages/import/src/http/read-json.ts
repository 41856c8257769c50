// The JSON of an answer, as much of it as may be read.
import { AskError } from './ask-error.js'

/** Bytes of an answer that are read: contents of attachments are the largest. */
const largestAnswer = 64_000_000

/**
 * @param where the request, for messages
 * @throws AskError for invalid or overlong JSON
 */
export async function readJson(response: Response, where: string): Promise<unknown> {
  const text = await readText(response, where)
  try {
    return JSON.parse(text) as unknown
  } catch {
    const isPage = /^\s*</.test(text)
    const what = isPage ? 'a page' : 'no JSON, or JSON that is cut off'
    throw new AskError('broken', `${where} responded with ${response.status} and ${what}`, { status: response.status })
  }
}

async function readText(response: Response, where: string): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > largestAnswer) throw new AskError('broken', `${where} is larger than ${largestAnswer} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
