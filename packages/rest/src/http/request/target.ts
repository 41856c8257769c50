// The request target: its path in the API and its query.
import { cutEnd } from '@trackerkit/core/operations'
import { WireError, wireCodes } from '../errors.js'
import { requestLimits } from './request-limits.js'

/** Parameters by name. A name that was repeated has an array. A Map, so that no name means anything to JavaScript. */
export type Parameters = Map<string, unknown>

export interface Target {
  /** Everything up to and including `/rest`, as it was sent. */
  readonly base: string
  /** The segments after that, still encoded; empty ones are kept. */
  readonly segments: readonly string[]
  readonly query: string
}

/**
 * Finds the API in a request target: after `basePath`, or without one below any folder. `/rest.cgi` counts as `/rest`.
 */
export function parseTarget(target: string, basePath: string | undefined): Target {
  const [path, query] = splitTarget(localTarget(target))
  const start = startOfApi(path, basePath)
  if (!start) throw noSuchResource()
  const segments = path.slice(start.length + 1).split('/')
  return { base: start, segments, query }
}

/** The query may contain further question marks. */
export function splitTarget(target: string): readonly [path: string, query: string] {
  const [path = '', ...query] = target.split('?')
  return [path, query.join('?')]
}

/** The target without the scheme and the host: a proxy may send the whole URL. */
export function localTarget(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '')
}

function startOfApi(path: string, basePath: string | undefined): string | undefined {
  const folder = basePath === undefined ? undefined : cutEnd(basePath, '/')
  if (folder === undefined) return /^.*?\/rest(?:\.cgi)?(?=\/|$)/.exec(path)?.[0]
  if (!path.startsWith(folder)) return undefined
  const rest = /^\/+rest(?:\.cgi)?(?=\/|$)/.exec(path.slice(folder.length))?.[0]
  return rest === undefined ? undefined : folder + rest
}

export function noSuchResource(): WireError {
  return new WireError(404, 'This resource does not exist in the API.', wireCodes.noSuchResource)
}

/** Decodes one segment of a path; an encoded slash belongs to the segment. @throws WireError (400, 404) */
export function decodeSegment(segment: string): string {
  const decoded = decoding(segment)
  // Nothing has a longer name.
  if (decoded.length > requestLimits.segment) throw noSuchResource()
  return decoded
}

function decoding(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    const problem = /%(?![\da-f]{2})/i.test(segment)
      ? '% must be followed by two hexadecimal digits'
      : 'the decoded bytes must be UTF-8'
    throw new WireError(400, `Malformed URL encoding: ${problem}.`)
  }
}

/** Decodes leniently: invalid encoding is left unchanged. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** @throws WireError (400) */
export function parseQuery(query: string): Parameters {
  const count = query.split('&').length
  const { parameters: most } = requestLimits
  if (count > most) throw new WireError(400, `The query must have at most ${most} parameters, not ${count}.`)
  const parameters: Parameters = new Map()
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters.get(name)
    if (before === undefined) parameters.set(name, value)
    else if (Array.isArray(before)) before.push(value)
    else parameters.set(name, [before, value])
  }
  return parameters
}

/** Query and body together; the query wins. @throws WireError (400) */
export function mergeParameters(body: Parameters, query: Parameters): Parameters {
  const all = new Map([...body, ...query])
  const { parameterNames: most, parameterName: longest } = requestLimits
  if (all.size > most)
    throw new WireError(400, `A request must have at most ${most} different parameters, not ${all.size}.`)
  for (const name of all.keys())
    if (name.length > longest)
      throw new WireError(400, `The name of a parameter must be at most ${longest} characters, not ${name.length}.`)
  return all
}
