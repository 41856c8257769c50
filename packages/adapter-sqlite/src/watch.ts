// Notifies listeners of commits: of this process at once, of other processes by polling a number in the file.
import type { Connection } from './connection.js'

/** Milliseconds between looks. */
const pause = 250

export interface Watch {
  /** Reports a commit of this process. */
  tell(): void
  watch(listener: () => void): () => void
  close(): void
}

/** @param openReader opens a separate connection; undefined where no other process can write */
export function createWatch(openReader: () => Connection | undefined): Watch {
  const listeners = new Set<() => void>()
  let reader: Connection | undefined
  let timer: NodeJS.Timeout | undefined
  let version: unknown

  function tell(): void {
    for (const listener of listeners) listener()
  }

  /** SQLite counts the commits of other connections. */
  function look(): void {
    try {
      const [[current] = []] = reader?.all('PRAGMA data_version', []) ?? []
      if (current === version) return
      version = current
      tell()
    } catch {
      // The next read reports faults of the file; this is only a hint.
    }
  }

  function begin(): void {
    try {
      reader = openReader()
    } catch {
      return
    }
    if (!reader) return
    look()
    timer = setInterval(look, pause).unref()
  }

  function end(): void {
    clearInterval(timer)
    reader?.close()
    reader = undefined
    version = undefined
  }

  return {
    tell,
    watch(listener) {
      // The reader may have been missing when the first came: the store was not migrated yet, or the file could not be opened.
      if (!reader) begin()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end()
      }
    },
    close() {
      listeners.clear()
      end()
    },
  }
}
