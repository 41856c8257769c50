// The flags of a bug or an attachment as rows, and changes of them.
import type { Flag } from '@trackerkit/client'
import type { BugsViewAnswer } from '@trackerkit/client/types'

export type FlagType = BugsViewAnswer['can']['flag_types'][number]

/** A change of one flag, as input of Update Bug and Update Attachment. */
export interface FlagWrite {
  readonly id?: number
  readonly type_id?: number
  readonly status: string
  readonly requestee?: string
  readonly new?: boolean
}

/** The new status and the person that a request is for. */
export interface Chosen {
  readonly status: string
  readonly requestee?: string | undefined
}

export interface Row {
  readonly name: string
  /** Undefined: none has been set. */
  readonly flag: Flag | undefined
  /** Undefined: the user cannot set it. */
  readonly type: FlagType | undefined
  /** There is one of the type already. */
  readonly isAnother: boolean
}
