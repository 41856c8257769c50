// Plans the effects of an event on bugs, by the rules of a hook. Pure.
import { maxTextLength } from '../../call/define/inputs.js'
import type { CodeEvent, CodeItem } from '../../code/code-event.js'
import { bugsNamedBy, isRevert } from '../../code/names.js'
import type { Mention } from '../code-links/apply.js'
import { longest, problemOfUrl } from '../code-links/limits.js'
import type { Admitted } from './admit.js'
import type { CodeHook } from './find.js'

/** Bugs of one delivery. */
const mostBugs = 50

export interface CodePlan {
  /** By bug, in ascending order. */
  readonly mentions: ReadonlyMap<number, readonly Mention[]>
  /** Bugs that are left out, because there are too many. */
  readonly over: readonly number[]
  /** True if something was left out: it cannot be shown, or there is too much of it. */
  readonly isCut: boolean
}

/** @param linked bugs that have a link to the pull request already */
export function planEvent(event: CodeEvent, { hook, urlbase }: Admitted, linked: readonly number[]): CodePlan {
  const mentions = new Map<number, Mention[]>()
  const shown = event.items.filter((item) => isShowable(item, event.repository.id))
  for (const item of shown) {
    const looked = { ...item, title: item.title.slice(0, maxTextLength), text: item.text.slice(0, maxTextLength) }
    const named = bugsNamedBy(looked, { numbers: hook.numbers, urlbase })
    const mayClose = mayCloseBy(hook, event, looked)
    for (const [bug, isFix] of named) {
      const closes = mayClose && (isFix || hook.closes === 'named')
      note(mentions, bug, { item, isNamed: true, closes })
    }
    const stale = item.kind === 'pull_request' ? linked.filter((bug) => !named.has(bug)) : []
    for (const bug of stale) note(mentions, bug, { item, isNamed: false, closes: false })
  }
  const bugs = [...mentions.keys()].toSorted((a, b) => a - b)
  const kept = bugs.slice(0, mostBugs).map((bug) => [bug, mentions.get(bug) ?? []] as const)
  return {
    mentions: new Map(kept),
    over: bugs.slice(mostBugs),
    isCut: event.isCut || shown.length < event.items.length,
  }
}

/** Returns true if the hook is for the repository. */
export function isFor(hook: Pick<CodeHook, 'repositories'>, name: string): boolean {
  const wanted = hook.repositories as string[]
  return wanted.length === 0 || wanted.some((pattern) => matches(pattern.toLowerCase(), name.toLowerCase()))
}

/** Returns true if the branch is one of those that close bugs. */
export function isClosingBranch(hook: Pick<CodeHook, 'branches'>, branch: string, defaultBranch: string): boolean {
  const wanted = hook.branches as string[]
  if (wanted.length === 0) return branch !== '' && branch === defaultBranch
  return wanted.some((pattern) => matches(pattern, branch))
}

function mayCloseBy(hook: Admitted['hook'], { repository }: CodeEvent, item: CodeItem): boolean {
  const isIn = item.state === 'merged' || item.state === 'pushed'
  if (hook.closes === 'never' || !isIn || isRevert(item)) return false
  return isClosingBranch(hook, item.target, repository.defaultBranch)
}

/** Names that end in a star stand for all that begin like them. */
function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

/** Returns false for items whose URL, name or title cannot be shown as a link. */
export function isShowable({ url, ref, title }: CodeItem, repository: string): boolean {
  if (problemOfUrl(url, repository) !== undefined || repository.length > longest.repository) return false
  return ref !== '' && ref.length <= longest.ref && title.trim() !== ''
}

function note(mentions: Map<number, Mention[]>, bug: number, mention: Mention): void {
  const before = mentions.get(bug)
  if (before) before.push(mention)
  else mentions.set(bug, [mention])
}
