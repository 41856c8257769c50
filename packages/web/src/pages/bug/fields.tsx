// The fields of a bug: as controls where one may change them, else as texts.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Icon } from '../../parts/icon.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { FieldRow } from './controls.js'
import { useEditor } from './editor.js'
import { fieldGroups, type FieldItem } from './field-groups.js'
import type { BugData } from './load.js'
import { joined, type Changes } from './merge.js'

/** Takes changes of one field, with its label and its new value in words. */
export type OnChange = (changes: Changes, label: string, value: string) => void

export function Fields({ data }: { readonly data: BugData }) {
  const { texts, isLive } = useApp()
  const editor = useEditor()
  const isEditing = useSignal(false)
  const isOpen = useSignal(false)
  const gathered = useSignal<Changes>({})
  const mayEdit = isLive.value && data.can.fields.length > 0
  const onChange: OnChange = (changes, label, value) => {
    if (isEditing.value) gathered.value = joined(gathered.value, changes)
    else void editor.save(changes, texts.bug.changedTo(label, value))
  }
  const stop = () => {
    isEditing.value = false
    gathered.value = {}
  }
  const save = async () => {
    const outcome = await editor.save(gathered.value, texts.bug.saved)
    if (outcome.isSaved) stop()
  }
  const shown = { ...data, bug: { ...data.bug, ...preview(gathered.value) } }
  const groups = <Groups data={shown} mayEdit={mayEdit} onChange={onChange} />
  return (
    <aside class={`fields ${isOpen.value ? 'is-open' : ''}`} aria-label={texts.bug.fields}>
      {isEditing.value ? (
        <form
          class="edit-form"
          aria-label={texts.bug.editBug(data.bug.id)}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <EditButtons texts={texts} canSave={Object.keys(gathered.value).length > 0} onCancel={stop} />
          {groups}
        </form>
      ) : (
        <>
          {mayEdit && <EditButton onClick={() => (isEditing.value = true)} />}
          {groups}
        </>
      )}
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

/** The values that are gathered, as far as they stand for themselves. */
function preview(changes: Changes): object {
  return Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => typeof value !== 'object' && field !== 'dupe_of'),
  )
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
