// The trace that a request belongs to, as the header `traceparent` says it. @see https://www.w3.org/TR/trace-context/

/** The content of a trace header, if it is valid. */
export interface Traceparent {
  /** As it is passed on. */
  readonly text: string
  readonly trace: string
}

const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/**
 * Returns undefined for malformed values, because they must not fail a request. Of later versions, the common part is
 * passed on.
 */
export function readTraceparent(given: string | undefined): Traceparent | undefined {
  const [, version, trace = '', parent = '', flags = '', more] = form.exec(given ?? '') ?? []
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  return { text: `00-${trace}-${parent}-${flags}`, trace }
}
