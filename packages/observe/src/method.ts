const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** The method where it is one that is answered. What else clients send as a method is theirs to choose, and may be any text. */
export function knownMethod(method: string): string | undefined {
  return methods.has(method) ? method : undefined
}
