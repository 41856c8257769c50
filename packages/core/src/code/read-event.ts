// From the headers and the body of a request to its event.
import type { CodeEvent, CodeHost, Headers } from './code-event.js'
import { readGithub } from './github.js'
import { readGitlab } from './gitlab.js'
import { readJson } from './read-json.js'

/** The name of the event, as the host calls it; blank where the request has none. */
export function eventName(host: CodeHost, headers: Headers): string {
  if (host === 'forgejo') return headers['x-forgejo-event'] ?? headers['x-gitea-event'] ?? ''
  return headers[`x-${host}-event`] ?? headers['x-github-event'] ?? ''
}

/** The event of a request with a valid signature; undefined for one that is ignored. @throws code_payload_invalid */
export function readEvent(host: CodeHost, headers: Headers, body: Uint8Array, now: Date): CodeEvent | undefined {
  const payload = readJson(body)
  const name = eventName(host, headers)
  return host === 'gitlab' ? readGitlab(name, payload, now) : readGithub(name, payload, now)
}
