/** A thing that administrators can delete permanently. */
export interface Erasable {
  readonly kind: 'bug' | 'attachment' | 'comment' | 'user'
  readonly id: number
  /** The name shown to users. */
  readonly name: string
  /** The page to open afterwards. Default: the current one. */
  readonly leadsTo?: string
}
