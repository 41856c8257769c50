// Events of git hosts, in the terms of no host.

/** The kinds of git hosts whose events a code hook accepts. */
export const codeHosts = ['github', 'gitlab', 'gitea', 'forgejo'] as const
/** A kind of git host: one of `codeHosts`. */
export type CodeHost = (typeof codeHosts)[number]

export const linkKinds = ['commit', 'pull_request'] as const
export type LinkKind = (typeof linkKinds)[number]

export const linkStates = ['open', 'draft', 'merged', 'closed', 'pushed'] as const
export type LinkState = (typeof linkStates)[number]

export interface CodeRepository {
  /** 'github.com/owner/name', in lower case, because hosts ignore case. */
  readonly id: string
  /** 'owner/name'. */
  readonly name: string
  readonly host: string
  readonly defaultBranch: string
  readonly isPrivate: boolean
}

/** A commit or a pull request. */
export interface CodeItem {
  readonly kind: LinkKind
  readonly ref: string
  readonly url: string
  readonly title: string
  /** Text after the title. */
  readonly text: string
  /** The branch that a pull request comes from, or a commit was pushed to. */
  readonly branch: string
  /** The branch that has the code, or will have it. */
  readonly target: string
  readonly state: LinkState
  readonly author: string
  /** True if the author is an account of the host, not only a name. */
  readonly isAccount: boolean
  readonly changedAt: Date
}

export interface CodeEvent {
  readonly repository: CodeRepository
  readonly action: string
  readonly items: readonly CodeItem[]
  /** True if there were more items. */
  readonly isCut: boolean
}

/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>

export const mostCommits = 500
