// The search builder: conditions by pointer and keys, of the same searches that lists have in their addresses.
import { useSignal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import { useEffect, useRef } from 'preact/hooks'
import { definePage } from '../../page/define.js'
import type { PageAddress } from '../../page/page.js'
import { Alert } from '../../parts/alert.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { builderTexts } from '../../texts/english/builder.js'
import { GroupEditor } from './group.js'
import { countOf, loadBuilder, type BuilderData, type Counted } from './load.js'
import { FormWithoutScripts } from './form-without-scripts.js'
import { sentenceOf } from './sentence.js'
import { SortBy } from './sort-by.js'
import { blankCondition, numbersOf, type SearchQuery } from '../query/tree.js'
import { listPathOf, writeQuery } from '../query/write.js'

// Lists save searches by this. A separate script of both would be one more request for pages.
export { savedQuery } from '../query/saved-query.js'

export const search = definePage<BuilderData>({
  texts: { builder: builderTexts },
  load: loadBuilder,
  title: (_, texts) => texts.builder.title,
  View: ({ data, address }) => <Builder key={String(address.query)} data={data} address={address} />,
})

interface BuilderProps {
  readonly data: BuilderData
  readonly address: PageAddress
}

/** Milliseconds of rest before bugs are counted. */
const rest = 500

/** The search as it is edited, and the number of bugs that it finds. */
function useBuilder({ metadata: { fields }, query, counted }: BuilderData) {
  const { operations } = useApp()
  const root = query.root.parts.length > 0 ? query.root : { ...query.root, parts: [blankCondition()] }
  const edited = useSignal<SearchQuery>({ ...query, root })
  const result = useSignal<BuilderData['counted'] | undefined>(counted)
  const written = String(writeQuery(edited.value, fields))
  const last = useRef(written)
  useEffect(() => {
    if (last.current === written) return undefined
    last.current = written
    result.value = undefined
    const timer = setTimeout(() => {
      countOf(operations, new URLSearchParams(written)).then(
        (found) => {
          if (last.current === written) result.value = found
        },
        // The session has ended: the list will say so.
        () => (result.value = {}),
      )
    }, rest)
    return () => clearTimeout(timer)
  }, [written])
  return { edited, result: result.value }
}

function Builder({ data, address: { query } }: BuilderProps) {
  const app = useApp()
  const { texts, isLive } = app
  const labels = texts.builder
  const { fields } = data.metadata
  const { edited, result } = useBuilder(data)
  const { root, words, order } = edited.value
  const set = (changes: Partial<SearchQuery>) => (edited.value = { ...edited.value, ...changes })
  return (
    <div class="list-page builder">
      <h1>{labels.title}</h1>
      <form
        aria-label={labels.form}
        class="builder-form"
        onSubmit={(event) => {
          event.preventDefault()
          void app.go(listPathOf(edited.value, fields))
        }}
      >
        <label class="builder-words">
          <span>{labels.words}</span>
          <input
            type="text"
            dir="auto"
            autocomplete="off"
            placeholder={labels.wordsHint}
            disabled={!isLive.value}
            value={words}
            onInput={({ currentTarget }) => set({ words: currentTarget.value })}
          />
        </label>
        <GroupEditor
          group={root}
          root={root}
          depth={1}
          numbers={numbersOf(root)}
          metadata={data.metadata}
          onChange={(changed) => set({ root: changed })}
        />
        <SortBy fields={fields} order={order} onChange={(changed) => set({ order: changed })} />
        <Outcome edited={edited.value} fields={fields} result={result} />
        {result?.failure !== undefined && <Alert message={result.failure} />}
      </form>
      <noscript>
        <FormWithoutScripts query={query} fields={fields} />
      </noscript>
    </div>
  )
}

interface OutcomeProps {
  readonly edited: SearchQuery
  readonly fields: readonly FieldOfMetadata[]
  /** Undefined: counting. */
  readonly result: Counted | undefined
}

/** The whole search in words, and the number of bugs. */
function Outcome({ edited, fields, result }: OutcomeProps) {
  const { texts, isLive } = useApp()
  const labels = texts.builder
  return (
    <>
      {edited.kept.length > 0 && (
        <ul class="builder-kept quiet-text">
          {edited.kept.map(([name, value]) => (
            <li key={`${name}=${value}`}>{visible(labels.also(name, value))}</li>
          ))}
        </ul>
      )}
      <div class="builder-foot">
        <div role="status" class="builder-says">
          <p>{visible(sentenceOf(edited, fields, texts))}</p>
          <p class="count">
            {result === undefined ? labels.counting : result.count !== undefined && texts.bugs(result.count)}
          </p>
        </div>
        <button type="submit" class="primary" hidden={!isLive.value}>
          {labels.search}
        </button>
      </div>
    </>
  )
}
