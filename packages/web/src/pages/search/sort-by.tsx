// The order of the list: up to three fields, one after the other.
import type { FieldOfMetadata } from '@trackerkit/client'
import { labelOfField } from '../../page/field-label.js'
import { Choice } from '../../parts/choice.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'

const most = 3

interface SortByProps {
  readonly fields: readonly FieldOfMetadata[]
  readonly order: readonly string[]
  readonly onChange: (order: readonly string[]) => void
}

export function SortBy({ fields, order, onChange }: SortByProps) {
  const { texts } = useApp()
  const labels = texts.builder
  const shown = Math.min(order.length + 1, Math.max(most, order.length))
  return (
    <div class="builder-sort">
      <span class="quiet-text" aria-hidden="true">
        {labels.sortBy}
      </span>
      {Array.from({ length: shown }, (_, index) => (
        <div key={index}>
          <Choice
            label={labels.sortBy}
            value={order[index] === undefined ? [] : [order[index]]}
            shown={visible(textOf(fields, texts, order[index] ?? ''))}
            empty={index === 0 ? labels.sortFirst : undefined}
            options={() => [
              { value: '', text: index === 0 ? labels.sortFirst : texts.choice.none },
              ...fields
                .filter(({ is_column }) => is_column)
                .flatMap(({ name_in_bugs: name }) =>
                  name === null
                    ? []
                    : [name, `${name} DESC`].map((value) => ({ value, text: textOf(fields, texts, value) })),
                ),
            ]}
            onSave={([value = '']) =>
              onChange(
                value === '' ? order.toSpliced(index, 1) : [...order.slice(0, index), value, ...order.slice(index + 1)],
              )
            }
          />
        </div>
      ))}
    </div>
  )
}

function textOf(fields: readonly FieldOfMetadata[], texts: Texts, part: string): string {
  const [name = '', direction = ''] = part.split(/\s+/)
  const field = fields.find(({ name_in_bugs }) => name_in_bugs === name)
  const label = field ? labelOfField(texts, field) : name
  return direction.toUpperCase() === 'DESC' ? texts.builder.descending(label) : label
}
