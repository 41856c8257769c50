// A group of conditions, and the groups in it.
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { useRef } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'
import { useApp } from '../../state/app.js'
import { ConditionEditor, Not } from './condition.js'
import {
  blankCondition,
  countConditions,
  deepest,
  groupOf,
  mostConditions,
  type Group,
  type Match,
  type Part,
} from '../query/tree.js'

interface GroupEditorProps {
  readonly group: Group
  readonly root: Group
  /** 1: the outermost. */
  readonly depth: number
  readonly numbers: ReadonlyMap<Part, number>
  readonly metadata: ServerMetadataAnswer
  readonly onChange: (group: Group) => void
  readonly onRemove?: () => void
}

export function GroupEditor({ group, root, depth, numbers, metadata, onChange, onRemove }: GroupEditorProps) {
  const { texts, isLive } = useApp()
  const labels = texts.builder
  const box = useRef<HTMLDivElement>(null)
  const number = numbers.get(group) ?? 0
  const put = (index: number, part: Part) => onChange({ ...group, parts: group.parts.with(index, part) })
  // The removed button had the focus.
  const remove = (index: number) => {
    onChange({ ...group, parts: group.parts.toSpliced(index, 1) })
    box.current?.querySelector<HTMLElement>(':scope > .builder-add > button')?.focus()
  }
  const add = (part: Part) => onChange({ ...group, parts: [...group.parts, part] })
  return (
    <div ref={box} role="group" aria-label={labels.group(number)} class="builder-group">
      <div class="builder-head">
        <MatchSelect group={group} onChange={(match) => onChange({ ...group, match })} />
        <Not isNot={group.isNot} onChange={(isNot) => onChange({ ...group, isNot })} />
        {onRemove && (
          <button
            type="button"
            class="quiet icon-button"
            aria-label={labels.removeGroup(number)}
            disabled={!isLive.value}
            onClick={onRemove}
          >
            <Icon name="remove" />
          </button>
        )}
      </div>
      {group.parts.map((part, index) =>
        part.kind === 'group' ? (
          <GroupEditor
            key={index}
            root={root}
            numbers={numbers}
            metadata={metadata}
            group={part}
            depth={depth + 1}
            onChange={(changed) => put(index, changed)}
            onRemove={() => remove(index)}
          />
        ) : (
          <ConditionEditor
            key={index}
            condition={part}
            number={numbers.get(part) ?? 0}
            metadata={metadata}
            onChange={(changed) => put(index, changed)}
            onRemove={() => remove(index)}
          />
        ),
      )}
      <AddPart group={group} root={root} isDeepest={depth >= deepest} onAdd={add} />
    </div>
  )
}

interface AddPartProps {
  readonly group: Group
  readonly root: Group
  readonly isDeepest: boolean
  readonly onAdd: (part: Part) => void
}

function AddPart({ group, root, isDeepest, onAdd }: AddPartProps) {
  const { texts, isLive } = useApp()
  const labels = texts.builder
  const isFull = countConditions(root) >= mostConditions
  const isFlat = group.match === 'AND_G'
  return (
    <div class="builder-add" hidden={!isLive.value}>
      <button type="button" class="quiet" disabled={isFull} onClick={() => onAdd(blankCondition())}>
        <Icon name="plus" size={14} />
        {labels.addCondition}
      </button>
      {!isDeepest && (
        <button
          type="button"
          class="quiet"
          disabled={isFull || isFlat}
          title={isFlat ? labels.noGroups : undefined}
          onClick={() => onAdd(groupOf([blankCondition()], 'OR'))}
        >
          <Icon name="plus" size={14} />
          {labels.addGroup}
        </button>
      )}
      {isFull && <span class="quiet-text">{labels.most(mostConditions)}</span>}
    </div>
  )
}

function MatchSelect({ group, onChange }: { readonly group: Group; readonly onChange: (match: Match) => void }) {
  const { texts, isLive } = useApp()
  const labels = texts.builder
  const hasGroups = group.parts.some(({ kind }) => kind === 'group')
  return (
    <select
      aria-label={labels.match}
      disabled={!isLive.value}
      value={group.match}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Match)}
    >
      {(Object.keys(labels.matches) as Match[]).map((match) => (
        <option key={match} value={match} selected={match === group.match} disabled={match === 'AND_G' && hasGroups}>
          {labels.matches[match]}
        </option>
      ))}
    </select>
  )
}
