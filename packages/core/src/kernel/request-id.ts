// The ID by which a front end names a request in its response and its log.
const form = /^[!-~]{1,100}$/

/** Undefined for an ID that could break or fill a log, because it must not fail a request. */
export function readRequestId(given: string | undefined): string | undefined {
  return given !== undefined && form.test(given) ? given : undefined
}
