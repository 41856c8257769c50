// Resolves an address to a page, on the server and in the browser.
import { isTrackerError } from '@trackerkit/client'
import type { Client } from '../page/operations.js'
import type { Who } from '../page/who.js'
import type { Texts } from '../texts/index.js'
import { failureOf } from '../page/failure.js'
import { pages } from './index.js'
import { secondFactorPath } from '../pages/me/index.js'
import {
  LogInFirst,
  match,
  Missing,
  Moved,
  type Opened,
  type PageAddress,
  type PageEntry,
  type Shown,
} from '../page/page.js'
import { hereOf, logInPathFrom } from '../state/log-in-path.js'

interface Opening {
  readonly url: URL
  /** Below the prefix. */
  readonly path: string
  readonly who: Who | null
  readonly isOwnLogin: boolean
  readonly isSetUp: boolean
}

/**
 * Opens the page of an address. @throws errors that are no response of the API; auth_invalid_token when the session is
 * over; LogInFirst where the host logs users in, to which only the server leads
 */
export async function openAddress(
  operations: Client,
  { url, path, who, isOwnLogin, isSetUp }: Opening,
): Promise<Opened> {
  const address: PageAddress = { path, params: {}, query: url.searchParams, origin: url.origin, hash: url.hash, who }
  const matched = find(path)
  const isThere = matched && (!matched.entry.isForOwnLogin || isOwnLogin) && (!matched.entry.isForSetUp || !isSetUp)
  if (!isThere) return { kind: 'missing', missing: 'page', what: '', address }
  const { entry, params } = matched
  const withParams = { ...address, params }
  try {
    const page = await entry.open()
    return { kind: 'page', entry, page, data: await page.load(operations, withParams), address: withParams }
  } catch (error) {
    if (error instanceof Moved) return { kind: 'moved', to: error.to }
    if (error instanceof LogInFirst && isOwnLogin) return { kind: 'moved', to: logInPathFrom(address, true) }
    if (isTrackerError(error, 'second_factor_not_set_up'))
      return { kind: 'moved', to: `${secondFactorPath}?${new URLSearchParams({ return_to: hereOf(address) })}` }
    if (error instanceof Missing) return { kind: 'missing', missing: error.kind, what: error.what, address: withParams }
    if (!isTrackerError(error) || error.code === 'auth_invalid_token') throw error
    return { kind: 'failed', failure: failureOf(error), address: withParams }
  }
}

/** The pattern of the page at an address. */
export function patternAt(path: string): string | undefined {
  return find(path)?.entry.pattern
}

function find(path: string): { readonly entry: PageEntry; readonly params: Record<string, string> } | undefined {
  for (const entry of pages) {
    const params = match(entry.pattern, path)
    if (params) return { entry, params }
  }
  return undefined
}

export function titleOf(opened: Shown, texts: Texts): string {
  if (opened.kind === 'page') return opened.page.title(opened.data, texts, opened.address)
  if (opened.kind === 'failed') return texts.error.title
  return texts.missing[opened.missing](opened.what)
}

export function statusOf(opened: Shown): number {
  if (opened.kind === 'missing') return 404
  if (opened.kind === 'failed') return opened.failure.status
  return opened.page.status?.(opened.data) ?? 200
}
