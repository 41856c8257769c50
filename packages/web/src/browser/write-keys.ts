// The keys under which the tracker does a write once, however often it is sent.

/** Creates keys for writes. A write without a response keeps its key, even over a reload: sending it again repeats it. */
export function createWriteKeys() {
  const unanswered = new Map<string, string>()
  return {
    keyOf: (write: string): string => {
      const name = nameOf(write)
      const key = unanswered.get(name) ?? stored((keys) => keys.getItem(name)) ?? newKey()
      unanswered.set(name, key)
      stored((keys) => keys.setItem(name, key))
      return key
    },
    answered: (write: string): void => {
      const name = nameOf(write)
      unanswered.delete(name)
      stored((keys) => keys.removeItem(name))
    },
  }
}

/** Of the tab. Without storage, keys end with the page. */
function stored<T>(work: (keys: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}

/** Short, because writes can contain files. Of two writes with the same name, the tracker would reject the second. */
function nameOf(write: string): string {
  let [first, second] = [0, 0]
  for (let at = 0; at < write.length; at++) {
    const code = write.charCodeAt(at)
    first = Math.imul(first ^ code, 0x9e3779b1)
    second = Math.imul(second ^ code, 0x5f356495)
  }
  return `trackerkit write ${first} ${second} ${write.length}`
}

/** `crypto.randomUUID` exists on secure origins only. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
