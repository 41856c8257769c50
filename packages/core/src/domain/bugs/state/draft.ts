// A bug while it is being written: its stored state and its new one.
import type { CommentDraft } from '../../comments/append.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { BugParts, PartName } from '../fields/bug-parts.js'

/** The privacy that a comment is to have. */
export interface PrivacyChange {
  readonly comment_id: number
  readonly is_private: boolean
}

/** A change of an attachment of the bug, as in history. */
export interface AttachmentChange {
  readonly attachment_id: number
  readonly field: string
  readonly removed: string
  readonly added: string
}

/** `P` are the parts that have been loaded: to read another one does not compile, and throws. */
export interface BugDraft<P extends PartName = never> {
  /** The operation files the bug: it has no history yet. */
  readonly isNew: boolean
  readonly before: Readonly<BugRow>
  /** The new state. */
  readonly row: BugRow
  readonly beforePart: <K extends P>(name: K) => BugParts[K]
  readonly part: <K extends P>(name: K) => BugParts[K]
  readonly setPart: <K extends P>(name: K, value: BugParts[K]) => void
  readonly isLoaded: (name: PartName) => boolean
  /** Returns whether the value differs from the loaded one. */
  readonly isSet: (name: PartName) => boolean
  /** To be appended, in this order. */
  readonly comments: Omit<CommentDraft, 'bug'>[]
  readonly privacy: PrivacyChange[]
  readonly attachments: AttachmentChange[]
  /** By the name of each field that a rule of the embedding program has changed, the name of the rule. */
  ruledBy?: Map<string, string>
}

/** A draft whose holders check what is loaded. */
export type AnyDraft = BugDraft<PartName>

/** Begins to write a bug with the parts that have been loaded. */
export function createDraft(before: BugRow, loaded: Partial<BugParts>, isNew = false): AnyDraft {
  const set: { [K in PartName]?: BugParts[K] } = {}
  const found = <K extends PartName>(name: K): BugParts[K] => {
    const part = loaded[name]
    if (part === undefined) throw new Error(`part ${name} of bug ${before.id} is not loaded`)
    return part
  }
  return {
    isNew,
    before,
    row: { ...before },
    beforePart: found,
    part: <K extends PartName>(name: K) => set[name] ?? found(name),
    setPart: (name, value) => {
      found(name)
      set[name] = value
    },
    isLoaded: (name) => loaded[name] !== undefined,
    isSet: (name) => set[name] !== undefined,
    comments: [],
    privacy: [],
    attachments: [],
  }
}

/**
 * A draft on top of another: changes apply to both, and are relative to the state of the other at the beginning of this
 * one.
 */
function stackDraft(base: AnyDraft): AnyDraft {
  const found = new Map<PartName, unknown>()
  return {
    ...base,
    before: { ...base.row },
    beforePart: <K extends PartName>(name: K) => (found.get(name) ?? base.part(name)) as BugParts[K],
    setPart(name, value) {
      if (!found.has(name)) found.set(name, base.part(name))
      base.setPart(name, value)
    },
    isSet: (name) => found.has(name),
  }
}

/** The drafts of one operation. */
export interface Drafts<P extends PartName = PartName> {
  readonly drafts: ReadonlyMap<number, AnyDraft>
  /** The loaded parts by bug. */
  readonly loaded: Map<number, Partial<BugParts>>
  /** The draft of a bug, begun when it is first asked for. */
  readonly draftFor: (bug: BugRow) => BugDraft<P>
  /** Takes in the draft of a bug that is new. */
  readonly addDraft: (draft: AnyDraft) => void
}

/** Begins drafts of bugs on demand, from loaded data. */
export function createDrafts(loaded: Map<number, Partial<BugParts>>): Drafts {
  const drafts = new Map<number, AnyDraft>()
  return {
    drafts,
    loaded,
    draftFor(bug) {
      const draft = drafts.get(bug.id) ?? createDraft(bug, loaded.get(bug.id) ?? {})
      drafts.set(bug.id, draft)
      return draft
    },
    addDraft: (draft) => void drafts.set(draft.row.id, draft),
  }
}

/** Drafts on top of others, which are begun when they are first asked for. `loaded`: parts that the others lack. */
export function stackDrafts(base: Drafts, loaded: ReadonlyMap<number, Partial<BugParts>>): Drafts {
  addParts(base.loaded, loaded)
  const drafts = new Map<number, AnyDraft>()
  return {
    ...base,
    drafts,
    draftFor(bug) {
      const draft = drafts.get(bug.id) ?? stackDraft(base.draftFor(bug))
      drafts.set(bug.id, draft)
      return draft
    },
  }
}

/** Adds parts of bugs, which their drafts have from then on. Parts that are there stay. */
export function addParts(loaded: Map<number, Partial<BugParts>>, more: ReadonlyMap<number, Partial<BugParts>>): void {
  for (const [id, parts] of more) {
    const own = loaded.get(id)
    if (own) Object.assign(own, { ...parts, ...own })
    else loaded.set(id, parts)
  }
}
