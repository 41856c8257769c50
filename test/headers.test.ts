// Headers of requests are read by one function, which knows how long each may be.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Where headers pass from one server to another as they are, and where a host names the header itself. */
const passOn = [
  'rest/src/http/request/request-limits.ts',
  'rest/src/handler/fetch.ts',
  'rest/src/callers/trusted-headers.ts',
  'http-node/src/request.ts',
  'http-node/src/fetch.ts',
  'web/src/server/request-limits.ts',
  'web/src/server/operations.ts',
]

const folders = ['rest/src', 'http-node/src', 'web/src/server']
const files = folders.flatMap((folder) =>
  readdirSync(`packages/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)

const reading =
  /\b(?:request|incoming|req)\.headers(?:Distinct)?\b|\{[^{}]*\bheaders\b[^{}]*\}: (?:Request|IncomingMessage|RestRequest)\b/

it('headers of requests are only read by headerOf and peekHeader', () => {
  const others = files.filter((file) => !passOn.includes(file))
  expect(others.length).toBeGreaterThan(50)
  expect(others.filter((file) => reading.test(readFileSync(`packages/${file}`, 'utf8')))).toEqual([])
})
