// The fields of a bug: controls for users who can change them, otherwise texts.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { FieldItem, OnChange } from '../../fields/field-control.js'
import { Icon } from '../../parts/icon.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { FieldRow } from '../../fields/controls.js'
import { BugFlags } from './bug-flags.js'
import { useEditor } from '../../fields/editor.js'
import { fieldGroups } from '../../fields/field-groups.js'
import type { BugData } from '../../fields/bug-data.js'
import { joined, withListChange, type Changes } from '../../fields/merge.js'

/** Changes of fields: each sent at once, or gathered while the whole form is open. */
function useChanges(data: BugData) {
  const { texts } = useApp()
  const editor = useEditor()
  const isEditing = useSignal(false)
  const gathered = useSignal<Changes>({})
  const underWay = useSignal<readonly Changes[]>([])
  // The bug as it was when the user began: others may change it in between.
  const begun = useRef<BugData['bug'] | undefined>(undefined)
  const send = async (changes: Changes, notice: string) => {
    underWay.value = [...underWay.value, changes]
    await editor.save(changes, notice, begun.current)
    underWay.value = underWay.value.filter((other) => other !== changes)
  }
  const onChange: OnChange = (changes, label, value) => {
    if (isEditing.value) gathered.value = joined(gathered.value, changes)
    else {
      void send(changes, texts.bug.changedTo(label, value))
      begun.current = undefined
    }
  }
  const begin = () => {
    begun.current ??= data.bug
  }
  const leave = () => {
    if (!isEditing.value) begun.current = undefined
  }
  const start = () => {
    isEditing.value = true
    begun.current = data.bug
  }
  const stop = () => {
    isEditing.value = false
    gathered.value = {}
    begun.current = undefined
  }
  const save = async () => {
    const outcome = await editor.save(gathered.value, texts.bug.saved, begun.current)
    if (outcome.isSaved) stop()
  }
  /** Changes that are not in the bug yet, shown as if they were. */
  const changes = [...underWay.value, gathered.value].reduce(joined, {})
  return {
    isEditing,
    changes,
    canSave: Object.keys(gathered.value).length > 0,
    onChange,
    begin,
    leave,
    start,
    stop,
    save,
  }
}

export function Fields({ data }: { readonly data: BugData }) {
  const { texts, isLive, isPrinting } = useApp()
  const { isEditing, changes, canSave, onChange, begin, leave, start, stop, save } = useChanges(data)
  const isOpen = useSignal(false)
  const mayEdit = isLive.value && !isPrinting.value && data.can.fields.length > 0
  const shown = { ...data, bug: { ...data.bug, ...preview(data.bug, changes) } }
  const groups = <Groups data={shown} mayEdit={mayEdit} onChange={onChange} />
  return (
    <aside
      class={`fields ${isOpen.value ? 'is-open' : ''}`}
      aria-label={texts.bug.fields}
      onFocusIn={begin}
      onFocusOut={leave}
    >
      {isEditing.value ? (
        <form
          class="edit-form"
          aria-label={texts.bug.editBug(data.bug.id)}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <EditButtons texts={texts} canSave={canSave} onCancel={stop} />
          {groups}
        </form>
      ) : (
        <>
          {mayEdit && <EditButton onClick={start} />}
          {groups}
        </>
      )}
      <BugFlags data={data} />
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
  const people = withListChange(
    bug.cc_detail.map(({ name }) => name),
    changes['cc'],
  )
  const detail = (name: string, index: number) =>
    bug.cc_detail.find((person) => person.name === name) ?? { id: -1 - index, name, real_name: '' }
  const keywords = withListChange(bug.keywords, changes['keywords'])
  return { ...Object.fromEntries(plain), keywords, cc_detail: people.map(detail) }
}

function EditButton({ onClick }: { readonly onClick: () => void }) {
  const { texts } = useApp()
  return (
    <button type="button" class="quiet edit-button" aria-keyshortcuts="e" onClick={onClick}>
      <Icon name="edit" size={14} />
      {texts.bug.edit}
    </button>
  )
}

function EditButtons({
  texts,
  canSave,
  onCancel,
}: {
  readonly texts: Texts
  readonly canSave: boolean
  readonly onCancel: () => void
}) {
  return (
    <div class="buttons">
      <button type="submit" class="primary" disabled={!canSave}>
        {texts.bug.save}
      </button>
      <button type="button" onClick={onCancel}>
        {texts.dialog.cancel}
      </button>
    </div>
  )
}

interface GroupsProps {
  readonly data: BugData
  readonly mayEdit: boolean
  readonly onChange: OnChange
}

function Groups({ data, mayEdit, onChange }: GroupsProps) {
  const { texts } = useApp()
  const may = (field: string) => mayEdit && data.can.fields.includes(field)
  return (
    <>
      {fieldGroups(data, texts).map(({ name, title, items }) => {
        const rows = items.flatMap((item) => rowOf(item, may(item.field), onChange))
        if (rows.length === 0) return null
        return (
          <section key={name} class={`field-group of-${name}`}>
            <h2>{title}</h2>
            <div class="rows">{rows}</div>
          </section>
        )
      })}
    </>
  )
}

function rowOf(item: FieldItem, mayChange: boolean, onChange: OnChange): ComponentChildren[] {
  if (mayChange && item.control)
    return [
      <div key={item.field} class={`control of-${item.field}`}>
        {item.control(onChange)}
      </div>,
    ]
  if (item.text === undefined) return []
  return [
    <FieldRow key={item.field} label={item.label}>
      {item.text}
    </FieldRow>,
  ]
}
