// The new comment, which replies and fields of the bug also fill in.
import { signal, type Signal } from '@preact/signals'
import type { Comment } from '@trackerkit/client'
import { createContext, type RefObject } from 'preact'
import { useContext, useMemo, useRef } from 'preact/hooks'
import type { BugData } from '../../fields/bug-data.js'
import { useMarkdown } from '../../parts/composer.js'
import type { NewFile } from '../../parts/files.js'
import { takeUnsent } from '../../parts/unsent-files.js'
import { useApp } from '../../state/app.js'
import { noStep, type Next } from './next-step.js'
import type { Typing } from './typing.js'

export interface Reply extends Typing {
  readonly files: Signal<readonly NewFile[]>
  /** Why the form could not be sent. */
  readonly failure: Signal<string | undefined>
  /** The status to set with the comment. */
  readonly next: Signal<Next>
  readonly area: RefObject<HTMLTextAreaElement | null>
  /** Puts a quote of a comment, by default its text, into the new comment, and the cursor behind it. */
  readonly quote: (comment: Pick<Comment, 'text' | 'is_private'>, quoted?: string) => void
}

const ReplyContext = createContext<Reply | undefined>(undefined)
export const ReplyProvider = ReplyContext.Provider

export function useNewReply({ bug, metadata }: BugData): Reply {
  const app = useApp()
  const isMarkdown = useMarkdown(metadata)
  const area = useRef<HTMLTextAreaElement>(null)
  return useMemo(() => {
    const [text, isPrivate] = [signal(''), signal(false)]
    const format = () => ({ isMarkdown: isMarkdown?.value ?? false, isPrivate: isPrivate.value })
    const quote: Reply['quote'] = (comment, quoted = comment.text) => {
      const lines = quoted.split('\n').map((line) => `> ${line}`)
      text.value = `${text.value === '' ? '' : `${text.value.trimEnd()}\n\n`}${lines.join('\n')}\n\n`
      if (comment.is_private) isPrivate.value = true
      // The text is in the field first.
      requestAnimationFrame(() => {
        area.current?.focus()
        area.current?.setSelectionRange(text.value.length, text.value.length)
      })
    }
    const unsent = takeUnsent(app, bug.id)
    const files = signal(unsent?.files ?? [])
    return {
      text,
      isMarkdown,
      isPrivate,
      format,
      files,
      failure: signal(unsent?.message),
      next: signal(noStep),
      area,
      quote,
    }
  }, [])
}

/** @throws Error outside of the page of a bug */
export function useReply(): Reply {
  const reply = useContext(ReplyContext)
  if (!reply) throw new Error('This component is used outside of a bug.')
  return reply
}
