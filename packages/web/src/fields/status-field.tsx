// The status of a bug: a closed one requires a resolution, a duplicate the other bug, and some transitions a comment.
import { useSignal } from '@preact/signals'
import { BugField } from '../parts/bug-field.js'
import { valueNames } from '../page/value-names.js'
import { useApp } from '../state/app.js'
import { FieldRow, SelectControl } from './controls.js'
import type { BugData } from './bug-data.js'
import type { Changes } from './merge.js'

interface StatusFieldProps {
  readonly data: BugData
  readonly onChange: (changes: Changes, label: string, value: string) => void
}

/** A step that is not complete yet. */
interface Step {
  readonly status: string
  readonly resolution: string
  readonly duplicateOf: string
  readonly comment: string
}

export const duplicate = 'DUPLICATE'

export function StatusField({ data, onChange }: StatusFieldProps) {
  const { texts } = useApp()
  const { bug, can } = data
  const step = useSignal<Step | undefined>(undefined)
  const { value } = step
  const next = can.statuses.find(({ name }) => name === (value?.status ?? bug.status))
  const needsComment = value !== undefined && next?.comment_required === true
  const needsResolution = value !== undefined && next?.is_open === false && bug.is_open
  const send = (done: Step) => {
    step.value = undefined
    const { status, resolution } = done
    const changes = changesOf(done, bug.status)
    onChange(
      changes,
      status === bug.status ? texts.fields.resolution : texts.fields.status,
      status === bug.status ? resolution : status,
    )
  }
  /** Saves at once what needs nothing more. */
  const go = (to: Step) => {
    const lacks = isIncomplete(to, data)
    if (lacks) step.value = to
    else send(to)
  }
  const start: Step = value ?? { status: bug.status, resolution: '', duplicateOf: '', comment: '' }
  return (
    <>
      <SelectControl
        field="status"
        label={texts.fields.status}
        keys="s"
        value={start.status}
        options={[bug.status, ...can.statuses.map(({ name }) => name).filter((name) => name !== bug.status)]}
        onChange={(status) => (status === bug.status ? (step.value = undefined) : go({ ...start, status }))}
      />
      {(needsResolution || !bug.is_open) && (
        <SelectControl
          field="resolution"
          label={texts.fields.resolution}
          value={start.resolution === '' ? bug.resolution : start.resolution}
          options={valueNames(data.metadata, 'resolution')}
          onChange={(resolution) => go({ ...start, resolution })}
        />
      )}
      {value && (start.resolution === duplicate || needsComment) && (
        <Rest
          step={value}
          needsComment={needsComment}
          onInput={(changed) => (step.value = changed)}
          onSend={send}
          onCancel={() => (step.value = undefined)}
        />
      )}
    </>
  )
}

function changesOf({ status, resolution, duplicateOf, comment }: Step, before: string): Changes {
  const plain = { ...(status !== before && { status }), ...(resolution !== '' && { resolution }) }
  return {
    ...(resolution === duplicate ? { dupe_of: duplicateOf } : plain),
    ...(comment !== '' && { comment: { body: comment } }),
  }
}

function isIncomplete({ status, resolution }: Step, { bug, can }: BugData): boolean {
  const next = can.statuses.find(({ name }) => name === status)
  const lacksResolution = next?.is_open === false && bug.is_open && resolution === ''
  return lacksResolution || resolution === duplicate || next?.comment_required === true
}

interface RestProps {
  readonly step: Step
  readonly needsComment: boolean
  readonly onInput: (step: Step) => void
  readonly onSend: (step: Step) => void
  readonly onCancel: () => void
}

/** The controls for the rest of a step: its resolution, duplicate and comment. */
function Rest({ step, needsComment, onInput, onSend, onCancel }: RestProps) {
  const { texts } = useApp()
  const isDuplicate = step.resolution === duplicate
  const isWhole = (!isDuplicate || step.duplicateOf.trim() !== '') && (!needsComment || step.comment.trim() !== '')
  return (
    <>
      {isDuplicate && (
        <FieldRow label={texts.fields.dupe_of}>
          <BugField
            label={texts.fields.dupe_of}
            value={step.duplicateOf}
            onInput={(duplicateOf) => onInput({ ...step, duplicateOf })}
          />
        </FieldRow>
      )}
      {needsComment && (
        <FieldRow label={texts.bug.stepComment}>
          <textarea
            aria-label={texts.bug.stepComment}
            rows={3}
            value={step.comment}
            onInput={({ currentTarget }) => onInput({ ...step, comment: currentTarget.value })}
          />
        </FieldRow>
      )}
      <div class="buttons">
        <button type="button" class="primary" disabled={!isWhole} onClick={() => onSend(step)}>
          {texts.bug.save}
        </button>
        <button type="button" onClick={onCancel}>
          {texts.dialog.cancel}
        </button>
      </div>
    </>
  )
}
