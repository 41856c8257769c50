const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/**
 * Returns the method if it is supported. Clients can send any text as a method, so others are not used as
 * labels.
 */
export function knownMethod(method: string): string | undefined {
  return methods.has(method) ? method : undefined
}
