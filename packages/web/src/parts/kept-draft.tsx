// Keeps the input of a form as a draft. Tabs share it: what another tab has kept is not overwritten without asking.
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { adoptDraft, draftKey, keepDraft, knownDraft, readDraft, valueIn } from '../state/drafts.js'

interface KeptDraftProps<T> {
  readonly place: string
  /** The input. Undefined: there is nothing to keep. */
  readonly value: T | undefined
  /** Puts a draft into the form. Undefined: another tab has sent the draft that the form contains. */
  readonly onUse: (kept: T | undefined) => void
  /** False: the user is asked before the draft is used. Default: true. */
  readonly isCurrent?: (kept: T) => boolean
}

export function KeptDraft<T>(props: KeptDraftProps<T>) {
  const { texts } = useApp()
  const { other, use, overwrite } = useKept(props)
  const labels = texts.drafts
  const isAsking = other !== undefined
  return (
    <div class={isAsking ? 'other-draft' : undefined}>
      <span role="status">{isAsking && labels.other}</span>
      {isAsking && (
        <span class="buttons">
          <button type="button" onClick={() => use(other)}>
            {labels.useOther}
          </button>
          <button type="button" onClick={overwrite}>
            {labels.keepThis}
          </button>
        </span>
      )}
    </div>
  )
}

function useKept<T>({ place, value, onUse, isCurrent = () => true }: KeptDraftProps<T>) {
  const app = useApp()
  // Drafts are compared as JSON.
  const shown = JSON.stringify(value) as string | undefined
  const other = useSignal<string | undefined>(undefined)
  const known = () => knownDraft(app, place)
  /** True once the user has changed the known draft here. */
  const isTyped = useRef(false)
  const isBegun = useRef(false)
  const use = (kept: string) => {
    adoptDraft(app, place, kept)
    isTyped.current = false
    other.value = undefined
    onUse(JSON.parse(kept) as T)
  }
  const overwrite = () => {
    other.value = undefined
    keepDraft(app, place, value)
  }
  const begin = () => {
    adoptDraft(app, place, undefined)
    const kept = readDraft(app, place)
    if (kept === undefined || kept === shown) return keep()
    if (shown === undefined && isCurrent(JSON.parse(kept) as T)) use(kept)
    else other.value = kept
  }
  const keep = () => {
    if (shown === known()) return
    isTyped.current = true
    const kept = readDraft(app, place)
    if (kept === undefined || kept === known() || kept === shown) overwrite()
    else other.value = kept
  }
  useLayoutEffect(() => {
    if (isBegun.current) keep()
    else begin()
    isBegun.current = true
  }, [shown])
  const onRemoved = (isSent: boolean, before: string | undefined) => {
    if (isSent && before === shown) {
      isTyped.current = false
      onUse(undefined)
    }
    // The other tab had replaced this text.
    if (!isSent && before !== shown && isTyped.current && shown !== undefined) overwrite()
  }
  const onStored = ({ key, newValue, oldValue }: StorageEvent) => {
    if (key !== draftKey(app, place)) return
    const [kept, before] = [valueIn(newValue), valueIn(oldValue)]
    if (kept === undefined || kept === shown || kept === known()) {
      adoptDraft(app, place, kept)
      other.value = undefined
      // A draft that was sent is marked before it is removed.
      if (kept === undefined) onRemoved(newValue !== null, before)
    } else if (isTyped.current && shown !== undefined) other.value = kept
    else use(kept)
  }
  useStorage(onStored)
  return { other: other.value, use, overwrite }
}

function useStorage(onStored: (event: StorageEvent) => void): void {
  useEffect(() => {
    addEventListener('storage', onStored)
    return () => removeEventListener('storage', onStored)
  })
}
