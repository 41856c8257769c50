// Three more conditions without scripts: controls of the browser, sent to the list.
import type { FieldOfMetadata } from '@trackerkit/client'
import { labelOfField } from '../../page/field-label.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { lastChart } from '../query/last-chart.js'

const count = 3

interface FormProps {
  readonly query: URLSearchParams
  readonly fields: readonly FieldOfMetadata[]
}

export function FormWithoutScripts({ query, fields }: FormProps) {
  const { texts, href } = useApp()
  const labels = texts.builder
  // Groups that are left open would hold the new conditions too.
  const last = lastChart(query)
  return (
    <form class="builder-form" method="get" action={href('/bugs')} aria-label={labels.addCondition}>
      <p class="quiet-text">{labels.withoutScripts}</p>
      {[...query]
        .filter(([name]) => name !== 'offset')
        .map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
      {Array.from({ length: count }, (_, index) => (
        <div key={index} role="group" aria-label={labels.condition(index + 1)} class="builder-condition">
          <select name={`f${last + index + 1}`} aria-label={labels.field}>
            <option value="">{labels.chooseField}</option>
            {fields.map((field) => (
              <option key={field.name} value={field.name}>
                {visible(labelOfField(texts, field))}
              </option>
            ))}
          </select>
          <select name={`o${last + index + 1}`} aria-label={labels.operator}>
            {Object.entries(labels.operators).flatMap(([operator, text]) =>
              operator === 'noneof'
                ? []
                : [
                    <option key={operator} value={operator}>
                      {text}
                    </option>,
                  ],
            )}
          </select>
          <input name={`v${last + index + 1}`} type="text" dir="auto" aria-label={labels.value} />
        </div>
      ))}
      <div>
        <button type="submit" class="primary">
          {labels.search}
        </button>
      </div>
    </form>
  )
}
