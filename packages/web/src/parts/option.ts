// The options of a choice, and the order in which typed text finds them.
import type { ComponentChildren } from 'preact'

export interface Option {
  readonly value: string
  readonly text: string
  /** Default: the text. */
  readonly content?: ComponentChildren
  /** Further text that finds it. */
  readonly keywords?: string
  /** The reason why it cannot be chosen. */
  readonly isDisabled?: string | undefined
  /** Asked next; both are saved together. */
  readonly next?: Step | undefined
}

/** A list, or a search that is called with the typed text. */
export type Options =
  readonly Option[] | ((text: string, signal: AbortSignal) => readonly Option[] | Promise<readonly Option[]>)

export interface Step {
  readonly label: string
  readonly options: Options
  /** An option for text that finds none. `isSearched`: the options for the text are known. */
  readonly create?: ((text: string, isSearched: boolean) => Option | undefined) | undefined
}

export interface ChoiceProps extends Omit<Step, 'options'> {
  /** Called when the list is opened: the server, which opens none, makes no options. */
  readonly options: () => Options
  /** The chosen values. */
  readonly value: readonly string[]
  /** Default: the value. */
  readonly shown?: ComponentChildren
  /** Text for no value. Default: None. */
  readonly empty?: string | undefined
  readonly isMany?: boolean
  /** A button without a value. */
  readonly isAction?: boolean
  readonly shortcut?: string | undefined
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly id?: string
  /** Receives the chosen values; of options with further steps, the value of each step. */
  readonly onSave: (values: readonly string[]) => void
}

export function optionsOf(names: readonly string[]): Option[] {
  return names.map((name) => ({ value: name, text: name }))
}

const marks = /\p{M}/gu

function folded(text: string): string {
  return text.normalize('NFD').replace(marks, '').toLowerCase()
}

/** Options that match: the one that is the text, then those that start with it, those with a word that does, the others. */
export function matching<T extends Option>(options: readonly T[], typed: string): readonly T[] {
  const words = folded(typed.trim())
  if (words === '') return options
  const ranks: [T[], T[], T[], T[]] = [[], [], [], []]
  for (const option of options) ranks[rankOf(option, words)]?.push(option)
  return ranks.flat()
}

/** 4: no match. */
function rankOf({ text, keywords = '' }: Option, words: string): number {
  const shown = folded(text)
  if (shown === words) return 0
  if (shown.startsWith(words)) return 1
  const all = ` ${shown} ${folded(keywords)}`
  if (!all.includes(words)) return 4
  return [' ', '_', '-', '.', '<', '/'].some((before) => all.includes(before + words)) ? 2 : 3
}
