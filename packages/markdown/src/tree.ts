/** A whole text. */
export interface Root {
  readonly children: readonly Block[]
  /** The number of its nodes, for limits of memory and of pages. */
  readonly nodes: number
}

/** The alignment of a table column; null: the default. */
export type Alignment = 'left' | 'center' | 'right' | null

/** An item of a list, or a task with its checkbox. */
export interface ListItem {
  /** True if the box of a task is ticked; null: not a task. */
  readonly checked: boolean | null
  /** The position of `[` of a task in the text, in UTF-16 code units; null: not a task. */
  readonly offset: number | null
  readonly children: readonly Block[]
}

/** A node that occupies whole lines: a paragraph, a heading, a list. */
export type Block =
  /** A paragraph of a tight list is only its content. */
  | { readonly type: 'paragraph'; readonly isTight: boolean; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly depth: number; readonly children: readonly Inline[] }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  /** `start` is null for a list without numbers. */
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly ListItem[] }
  | { readonly type: 'code'; readonly lang: string; readonly text: string }
  /** The first row is the header. */
  | {
      readonly type: 'table'
      readonly align: readonly Alignment[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly type: 'rule' }

/** A node within a line: text, emphasis, a link. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: 'emphasis' | 'strong' | 'delete'; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'link'; readonly url: string; readonly title: string; readonly children: readonly Inline[] }
  | { readonly type: 'image'; readonly url: string; readonly alt: string }
