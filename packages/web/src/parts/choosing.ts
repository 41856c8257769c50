// The state of an open choice: typed text, matching options, steps taken, values chosen.
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { matching, type ChoiceProps, type Option, type Step } from './option.js'

/** Milliseconds after the last key. */
const pause = 120
/** The longest time in milliseconds that Enter waits for options. */
const longestWait = 3000
const mostShown = 200

export interface Choosing {
  readonly text: string
  readonly path: readonly Option[]
  readonly step: Step
  /** Undefined: still requested. */
  readonly found: readonly Option[] | undefined
  /** The index of the option that Enter takes. */
  readonly active: number
  /** A message about the options; empty: none. */
  readonly status: string
  readonly type: (text: string) => void
  readonly move: (step: number) => void
  readonly take: (option: Option) => void
  readonly enter: () => void
  readonly back: () => void
  readonly dropLast: () => void
  readonly isChosen: (option: Option) => boolean
  readonly save: () => void
}

export function useChoosing({ label, options, value, isMany = false, create, onSave }: ChoiceProps): Choosing {
  const { texts } = useApp()
  const text = useSignal('')
  const path = useSignal<readonly Option[]>([])
  const draft = useSignal(value)
  const activeValue = useSignal<string | undefined>(isMany ? undefined : value[0])
  const pressed = useRef<number | undefined>(undefined)
  const first = useMemo(options, [options])
  const step = path.value.at(-1)?.next ?? { label, options: first, create }
  const complete = withCreated(step, text.value.trim(), useFound(step, text.value))
  const found = complete?.slice(0, mostShown)
  const at = found?.findIndex((option) => option.value === activeValue.value) ?? -1
  const active = Math.max(0, at)
  const chosenStep = value[path.value.length]
  const take = (option: Option) => {
    if (option.isDisabled !== undefined) return
    text.value = ''
    if (isMany) draft.value = toggled(draft.value, option.value)
    else if (option.next) {
      path.value = [...path.value, option]
      activeValue.value = path.value.length === 1 && option.value === value[0] ? value[1] : undefined
    } else onSave([...path.value.map((one) => one.value), option.value])
  }
  const enter = () => {
    const option = found?.[active]
    if (option) take(option)
    else pressed.current = Date.now()
  }
  useEnterBefore(found, pressed, enter)
  return {
    text: text.value,
    path: path.value,
    step,
    found,
    active,
    status: statusOf(found, complete, texts),
    type: (typed) => {
      text.value = typed
      activeValue.value = undefined
      pressed.current = undefined
    },
    move: (by) => {
      const count = found?.length ?? 0
      const to = Math.abs(by) === 1 ? (active + by + count) % count : Math.min(Math.max(active + by, 0), count - 1)
      activeValue.value = found?.[to]?.value
    },
    take,
    enter,
    back: () => {
      text.value = ''
      activeValue.value = path.value.at(-1)?.value
      path.value = path.value.slice(0, -1)
    },
    dropLast: () => (draft.value = draft.value.slice(0, -1)),
    isChosen: (option) => (isMany ? draft.value.includes(option.value) : option.value === chosenStep),
    save: () => onSave(draft.value),
  }
}

/** Enter pressed before the options have loaded takes the best of them. */
function useEnterBefore(found: unknown, pressed: { current: number | undefined }, enter: () => void): void {
  useEffect(() => {
    if (!found || pressed.current === undefined) return
    const isInTime = Date.now() - pressed.current <= longestWait
    pressed.current = undefined
    if (isInTime) enter()
  }, [found === undefined])
}

/** The options, and last the one that the typed text makes. */
function withCreated({ create }: Step, words: string, all: readonly Option[] | undefined) {
  const made = words === '' ? undefined : create?.(words, all !== undefined)
  return made && !all?.some((one) => one.value === made.value) ? [...(all ?? []), made] : all
}

function toggled(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}

function statusOf(
  found: readonly Option[] | undefined,
  all: readonly Option[] | undefined,
  { people: labels, choice }: ReturnType<typeof useApp>['texts'],
): string {
  if (!found) return labels.searching
  if (found.length === 0) return labels.none
  return (all?.length ?? 0) > found.length ? choice.narrow : ''
}

/** The options that match. Those of a search come a moment after the last key; late ones are ignored. */
function useFound({ label, options }: Step, text: string): readonly Option[] | undefined {
  const searched = useSignal<{ readonly of: string; readonly options: readonly Option[] } | undefined>(undefined)
  // The same text in another step finds other options.
  const of = `${label}\n${text}`
  const isSearch = typeof options === 'function'
  useEffect(() => {
    if (typeof options !== 'function') return undefined
    const controller = new AbortController()
    const show = (found: readonly Option[]) => {
      if (!controller.signal.aborted) searched.value = { of, options: found }
    }
    const search = async () => show(await options(text, controller.signal))
    const timer = setTimeout(() => void search().catch(() => show([])), text === '' ? 0 : pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isSearch, of])
  if (typeof options !== 'function') return matching(options, text)
  return searched.value?.of === of ? searched.value.options : undefined
}
