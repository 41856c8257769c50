// A field of a bug on a page, and how its control reports a change.
import type { ComponentChildren } from 'preact'
import type { BugData } from './bug-data.js'
import type { Changes } from './merge.js'

/** Called with the changes of one field, its label, and the new value in words. */
export type OnChange = (changes: Changes, label: string, value: string) => void

export interface ControlProps {
  readonly data: BugData
  readonly onChange: OnChange
}

export interface FieldItem {
  /** The name in `can.fields` and Update Bug. */
  readonly field: string
  readonly label: string
  /** A field without a value is shown on demand. */
  readonly isEmpty: boolean
  /** The value shown to users who cannot change the field; undefined: nothing. */
  readonly text: ComponentChildren
  readonly control?: (onChange: OnChange) => ComponentChildren
}
