// The next status, given together with a comment.
import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { bugOptions } from '../../parts/bug-options.js'
import { Choice } from '../../parts/choice.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { BugData } from '../../fields/bug-data.js'
import type { Changes } from '../../fields/merge.js'
import { duplicate } from '../../fields/resolution-options.js'
import { typedBug } from '../../fields/typed-bug.js'
import { valueNames } from '../../page/value-names.js'
import { inWords } from '../../page/value-words.js'

export interface Next {
  readonly status: string
  readonly resolution: string
  readonly duplicateOf: string
  readonly changes: Changes
  /** Nothing that the step needs is missing. */
  readonly isWhole: boolean
}

export const noStep: Next = { status: '', resolution: '', duplicateOf: '', changes: {}, isWhole: true }

export function nextOf(status: string, resolution: string, duplicateOf: string, needsResolution: boolean): Next {
  const isDuplicate = resolution === duplicate
  const changes: Changes = isDuplicate
    ? { dupe_of: duplicateOf.trim() }
    : { ...(status !== '' && { status }), ...(resolution !== '' && { resolution }) }
  const isWhole = (!needsResolution || resolution !== '') && (!isDuplicate || duplicateOf.trim() !== '')
  return { status, resolution, duplicateOf, changes, isWhole }
}

export function NextStep({ data, next }: { readonly data: BugData; readonly next: Signal<Next> }) {
  const { texts } = useApp()
  const labels = texts.bug.form
  const { bug, can } = data
  const [statusId, resolutionId] = [useId(), useId()]
  const { status, resolution, duplicateOf } = next.value
  const chosen = can.statuses.find(({ name }) => name === status)
  const needsResolution = chosen?.is_open === false && bug.is_open
  const others = can.statuses.map(({ name }) => name).filter((name) => name !== bug.status)
  if (!can.fields.includes('status') || can.statuses.length === 0) return null
  return (
    <>
      <span class="inline-field">
        <label for={statusId}>{labels.status}</label>
        <select
          id={statusId}
          value={status}
          onChange={({ currentTarget: { value } }) => {
            const to = can.statuses.find(({ name }) => name === value)
            next.value = value === '' ? noStep : nextOf(value, '', '', to?.is_open === false && bug.is_open)
          }}
        >
          <option value="">{labels.noChange}</option>
          {[...new Set([...others, ...(status === '' ? [] : [status])])].map((name) => (
            <option key={name} value={name}>
              {visible(inWords(texts, name))}
            </option>
          ))}
        </select>
      </span>
      {(needsResolution || resolution !== '') && (
        <span class="inline-field">
          <label for={resolutionId}>{labels.resolution}</label>
          <select
            id={resolutionId}
            value={resolution}
            onChange={({ currentTarget: { value } }) => (next.value = nextOf(status, value, '', true))}
          >
            <option value="" />
            {valueNames(data.metadata, 'resolution').map((name) => (
              <option key={name} value={name}>
                {visible(inWords(texts, name))}
              </option>
            ))}
          </select>
        </span>
      )}
      {resolution === duplicate && (
        <DuplicateOf value={duplicateOf} onInput={(value) => (next.value = nextOf(status, resolution, value, true))} />
      )}
    </>
  )
}

function DuplicateOf({ value, onInput }: { readonly value: string; readonly onInput: (value: string) => void }) {
  const app = useApp()
  const id = useId()
  const label = app.texts.bug.form.duplicateOf
  return (
    <span class="inline-field of-bug">
      <label for={id}>{label}</label>
      <Choice
        id={id}
        label={label}
        value={[value]}
        options={() => bugOptions(app)}
        create={typedBug}
        onSave={([chosen = '']) => onInput(chosen)}
      />
    </span>
  )
}
