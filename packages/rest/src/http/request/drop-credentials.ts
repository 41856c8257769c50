/** Takes whatever is, or may be meant as, part of a credential out of parameters: links have none. */
export function dropCredentials(parameters: Pick<Map<string, unknown> | URLSearchParams, 'keys' | 'delete'>): void {
  for (const name of [...parameters.keys()]) if (isCredential(name)) parameters.delete(name)
}

function isCredential(name: string): boolean {
  return /(?:^|_)(?:api_?key|token|login|password|otp|restrictlogin)$/i.test(name)
}
