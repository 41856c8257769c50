// One condition: field, operator and value.
import type { FieldOfMetadata } from '@trackerkit/client'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { useId } from 'preact/hooks'
import { labelOfField } from '../../page/field-label.js'
import { Choice } from '../../parts/choice.js'
import { Icon } from '../../parts/icon.js'
import type { Option } from '../../parts/option.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { kindOf, operatorsOf, valueFormOf, type Kind } from '../query/kinds.js'
import { operatorText } from './sentence.js'
import type { Condition } from '../query/tree.js'
import { Value } from './value.js'

interface ConditionEditorProps {
  readonly condition: Condition
  readonly number: number
  readonly metadata: ServerMetadataAnswer
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}

export function ConditionEditor({ condition, number, metadata, onChange, onRemove }: ConditionEditorProps) {
  const { texts, isLive } = useApp()
  const labels = texts.builder
  const { fields } = metadata
  const field = fields.find(({ name }) => name === condition.field)
  const kind = kindOf(field)
  return (
    <div role="group" aria-label={labels.condition(number)} class="builder-condition">
      <div class="builder-field">
        <Choice
          label={labels.field}
          value={[condition.field]}
          shown={visible(field ? labelOfField(texts, field) : condition.field)}
          empty={labels.chooseField}
          options={() => fieldOptions(fields, texts)}
          onSave={([name = '']) => onChange(withField(condition, fields, name))}
        />
      </div>
      <div class="builder-operator">
        <Choice
          label={labels.operator}
          value={[condition.operator]}
          shown={operatorText(texts, kind, condition.operator)}
          options={() =>
            operatorsOf(field, condition.operator).map((operator) => ({
              value: operator,
              text: operatorText(texts, kind, operator),
            }))
          }
          onSave={([operator = 'equals']) => onChange(withOperator(condition, kind, operator))}
        />
      </div>
      <div class="builder-value">
        <Value
          condition={condition}
          field={field}
          metadata={metadata}
          onChange={(values) => onChange({ ...condition, values })}
        />
      </div>
      <Not isNot={condition.isNot} onChange={(isNot) => onChange({ ...condition, isNot })} />
      <button
        type="button"
        class="quiet icon-button"
        aria-label={labels.remove(number)}
        disabled={!isLive.value}
        onClick={onRemove}
      >
        <Icon name="remove" />
      </button>
    </div>
  )
}

/** The operator stays if the fields are alike; values of another field do not. */
function withField(condition: Condition, fields: readonly FieldOfMetadata[], name: string): Condition {
  const [before, next] = [condition.field, name].map((one) => fields.find((field) => field.name === one))
  const isAlike = before !== undefined && kindOf(next) === kindOf(before)
  const [first = 'equals'] = operatorsOf(next, 'equals')
  return { ...condition, field: name, operator: isAlike ? condition.operator : first, values: [] }
}

function withOperator(condition: Condition, kind: Kind, operator: string): Condition {
  const form = valueFormOf(kind, operator)
  const keepsValues = form === valueFormOf(kind, condition.operator) || form === 'many' || form === 'persons'
  return { ...condition, operator, values: keepsValues ? condition.values : [] }
}

/** The fields of bugs by their part of the form, then those that only searches know. */
function fieldOptions(fields: readonly FieldOfMetadata[], texts: Texts): Option[] {
  const { groups, otherFields } = texts.builder
  const order = Object.keys(groups)
  const rankOf = ({ group }: FieldOfMetadata) => (group === null ? order.length : order.indexOf(group))
  return fields
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((field) => {
      const text = labelOfField(texts, field)
      const group = groups[field.group ?? ''] ?? otherFields
      return {
        value: field.name,
        text,
        keywords: `${field.name} ${field.name_in_bugs ?? ''} ${field.display_name} ${group}`,
        content: (
          <span class="builder-option">
            <bdi>{visible(text)}</bdi> <span class="quiet-text">{group}</span>
          </span>
        ),
      }
    })
}

interface NotProps {
  readonly isNot: boolean
  readonly onChange: (isNot: boolean) => void
}

export function Not({ isNot, onChange }: NotProps) {
  const { texts, isLive } = useApp()
  const id = useId()
  return (
    <span class="builder-not">
      <input
        id={id}
        type="checkbox"
        disabled={!isLive.value}
        checked={isNot}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label for={id}>{texts.builder.not}</label>
    </span>
  )
}
