// The fields of a bug: the most important ones always, others once they have a value or are added.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { fieldGroups, mainFields, type FieldGroup } from '../../fields/field-groups.js'
import type { BugData } from '../../fields/bug-data.js'
import { FieldRow } from '../../fields/controls.js'
import { useEditor } from '../../fields/editor.js'
import type { FieldItem, OnChange } from '../../fields/field-control.js'
import { joined, withListChange, type Changes } from '../../fields/merge.js'
import { Choice } from '../../parts/choice.js'
import { Icon } from '../../parts/icon.js'
import { useApp } from '../../state/app.js'
import { BugFlags } from './bug-flags.js'
import { nextOf } from './next-step.js'
import { useReply } from './reply.js'

/** Sends each change at once, and shows it before it is saved. */
function useChanges(data: BugData) {
  const { texts } = useApp()
  const editor = useEditor()
  const { next, area } = useReply()
  const underWay = useSignal<readonly Changes[]>([])
  // The bug as it was when the user began: others may change it in between.
  const begun = useRef<BugData['bug'] | undefined>(undefined)
  const onChange: OnChange = (changes, label, value) => {
    const status = data.can.statuses.find(({ name }) => name === changes['status'])
    if (status?.comment_required) {
      // The form below takes the status with the comment that it requires.
      const { resolution } = changes
      const named = typeof resolution === 'string' ? resolution : ''
      next.value = nextOf(status.name, named, '', !status.is_open && data.bug.is_open)
      // The list returns the focus to its button first.
      requestAnimationFrame(() => area.current?.focus())
      return
    }
    void send(changes, texts.bug.changedTo(label, value))
  }
  const send = async (changes: Changes, notice: string) => {
    underWay.value = [...underWay.value, changes]
    const saved = editor.save(changes, notice, begun.current)
    begun.current = undefined
    await saved
    underWay.value = underWay.value.filter((other) => other !== changes)
  }
  return {
    changes: underWay.value.reduce(joined, {}),
    onChange,
    begin: () => {
      begun.current ??= data.bug
    },
    leave: () => {
      begun.current = undefined
    },
  }
}

interface FieldsProps {
  readonly data: BugData
  readonly onEditSeveral: () => void
}

export function Fields({ data, onEditSeveral }: FieldsProps) {
  const app = useApp()
  const { texts, isPrinting, isLive } = app
  const { changes, onChange, begin, leave } = useChanges(data)
  const added = useSignal<readonly string[]>([])
  const isOpen = useSignal(false)
  const shown = { ...data, bug: { ...data.bug, ...preview(data.bug, changes) } }
  const source = { app, data: shown }
  const canEdit = ({ field, control }: FieldItem) =>
    !isPrinting.value && control !== undefined && data.can.fields.includes(field)
  const groups = fieldGroups(source)
  const isShown = (item: FieldItem) => !item.isEmpty || (added.value.includes(item.field) && canEdit(item))
  const rows = (items: readonly FieldItem[]) =>
    items.map((item) => <Row key={item.field} item={item} canEdit={canEdit(item)} onChange={onChange} />)
  return (
    <aside
      id="fields"
      class={`fields ${isOpen.value ? 'is-open' : ''}`}
      aria-label={texts.bug.fields}
      tabIndex={-1}
      onFocusIn={begin}
      onFocusOut={leave}
    >
      <div class="rows main-fields">{rows(mainFields(source).filter((item) => canEdit(item) || !item.isEmpty))}</div>
      <BugFlags data={data} />
      {groups.map(({ name, title, items }) => {
        const some = items.filter((item) => isShown(item))
        if (some.length === 0) return null
        return (
          <section key={name} class={`field-group of-${name}`} aria-label={title}>
            <h2>{title}</h2>
            <div class="rows">{rows(some)}</div>
          </section>
        )
      })}
      <div class="field-actions">
        <AddField groups={groups} canAdd={(item) => canEdit(item) && !isShown(item)} added={added} />
        {data.can.fields.includes('priority') && !isPrinting.value && (
          <button type="button" class="quiet" disabled={!isLive.value} onClick={onEditSeveral}>
            <Icon name="edit" size={14} />
            {texts.bug.editSeveral}
          </button>
        )}
      </div>
      <button
        type="button"
        class="more-fields"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {texts.bug.allFields}
      </button>
    </aside>
  )
}

/** The bug with the changes that need no more data. */
function preview(bug: BugData['bug'], changes: Changes): object {
  const plain = Object.entries(changes).filter(([field, value]) => typeof value !== 'object' && field !== 'dupe_of')
  const cc = withListChange(bug.cc, changes['cc'])
  const known = [...bug.cc_detail, bug.creator_detail, bug.assigned_to_detail]
  const detail = (name: string, index: number) =>
    known.find((person) => person?.name === name) ?? { id: -1 - index, name, real_name: '' }
  const assigned = changes['assigned_to']
  return {
    ...Object.fromEntries(plain),
    ...(typeof assigned === 'string' && { assigned_to_detail: detail(assigned, cc.length) }),
    cc,
    keywords: withListChange(bug.keywords, changes['keywords']),
    cc_detail: cc.map(detail),
  }
}

interface RowProps {
  readonly item: FieldItem
  readonly canEdit: boolean
  readonly onChange: OnChange
}

function Row({ item: { field, label, text, control }, canEdit, onChange }: RowProps) {
  if (canEdit && control) return <div class={`control of-${field}`}>{control(onChange)}</div>
  return text === undefined ? null : <FieldRow label={label}>{text}</FieldRow>
}

interface AddFieldProps {
  readonly groups: readonly FieldGroup[]
  readonly canAdd: (item: FieldItem) => boolean
  readonly added: Signal<readonly string[]>
}

/** Adds a row for a field without a value, and opens its control. */
function AddField({ groups, canAdd, added }: AddFieldProps) {
  const { texts, isLive } = useApp()
  const last = added.value.at(-1)
  useEffect(() => {
    if (last !== undefined) document.querySelector<HTMLElement>(`.control.of-${last} :is(button, input)`)?.click()
  }, [last])
  const add = (field: string) => (added.value = [...added.value.filter((one) => one !== field), field])
  const items = groups.flatMap((group) => group.items.filter((item) => canAdd(item)))
  const keywords = items.find(({ field }) => field === 'keywords')
  if (items.length === 0) return null
  return (
    <>
      <Choice
        isAction
        label={texts.bug.addField}
        value={[]}
        options={() => items.map(({ field, label }) => ({ value: field, text: label }))}
        onSave={([field = '']) => add(field)}
      />
      {keywords && (
        // While their control is not shown, their key and the command palette press this.
        <button
          type="button"
          class="visually-hidden"
          aria-hidden="true"
          tabIndex={-1}
          aria-label={keywords.label}
          aria-keyshortcuts="l"
          disabled={!isLive.value}
          onClick={() => add('keywords')}
        />
      )}
    </>
  )
}
