// The keys under which the tracker does a write once, however often it is sent.

/** Creates keys for writes. A write without a response keeps its key: sending the form again repeats it. */
export function createWriteKeys() {
  const unanswered = new Map<string, string>()
  return {
    keyOf: (write: string): string => {
      const key = unanswered.get(write) ?? newKey()
      unanswered.set(write, key)
      return key
    },
    answered: (write: string): void => void unanswered.delete(write),
  }
}

/** `crypto.randomUUID` exists on secure origins only. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
