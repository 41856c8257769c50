import assert from 'node:assert/strict'
import { isStoreError, type Awaitable, type StoreError, type StoreErrorCode } from '../store/index.js'

/** Deep equality in which any kind of Uint8Array is as good as another. */
export function same(actual: unknown, expected: unknown, message: string): void {
  try {
    assert.deepEqual(plain(actual), plain(expected))
  } catch (error) {
    throw new Error(`${message}\n${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

export function isTrue(value: boolean, message: string): void {
  if (!value) throw new Error(message)
}

function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]))
}

/** Runs `task`, which may throw synchronously or reject, and returns the error. */
export async function failureOf(task: () => Awaitable<unknown>, expected: string): Promise<unknown> {
  try {
    await task()
  } catch (error) {
    return error
  }
  throw new Error(`expected ${expected}, but nothing was thrown`)
}

/** Requires `task` to throw a store error with this code. */
export async function refused(code: StoreErrorCode, task: () => Awaitable<unknown>): Promise<StoreError> {
  const error = await failureOf(task, `a StoreError ${code}`)
  if (isStoreError(error, code)) return error
  throw new Error(`expected a StoreError ${code}, got ${String(error)}`, { cause: error })
}

/** Requires `promise` to settle in time, so that a store that waits for itself fails a test instead of hanging it. */
export async function within<T>(milliseconds: number, promise: Awaitable<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not settle within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
