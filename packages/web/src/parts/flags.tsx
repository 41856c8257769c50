// Flags such as `review?` on a bug or an attachment: requested, answered and cleared individually.
import type { Flag } from '@trackerkit/client'
import { useId, useRef } from 'preact/hooks'
import { useApp, type App } from '../state/app.js'
import { say } from '../state/notice.js'
import { useWrite } from '../state/write.js'
import { Alert } from './alert.js'
import { Choice } from './choice.js'
import { First } from './first.js'
import type { Chosen, Row, FlagType, FlagWrite } from './flag-row.js'
import type { Option } from './option.js'
import { peopleOptions } from './people-options.js'
import { visible } from './visible.js'

interface FlagsProps {
  readonly flags: readonly Flag[]
  /** Flag types that the user can set. */
  readonly types: readonly FlagType[]
  /** The bug that the notice names. */
  readonly bug: number
  readonly save: (change: FlagWrite) => Promise<unknown>
}

const loadChange = () => import('./change-flag.js')

/** Nothing if there are no flags, and none that the user can set. */
export function Flags({ flags, types, bug, save }: FlagsProps) {
  const app = useApp()
  const { texts } = app
  const labels = texts.flags
  const { run, isBusy, refusal } = useWrite()
  const id = useId()
  const latest = useRef(flags)
  latest.current = flags
  const rows = rowsOf(flags, types)
  if (rows.length === 0) return null
  const change = async (row: Row, chosen: Chosen) => {
    const more = await loadChange().catch(() => undefined)
    if (more) await more.changeFlag(app, { bug, flags, latest, run, save }, row, chosen)
    else say(app, texts.error.title)
  }
  return (
    <div role="group" class="field-group flags" aria-labelledby={id}>
      <h2 id={id}>{labels.title}</h2>
      {refusal !== undefined && <Alert message={refusal} />}
      <First of={rows}>
        {(some) => (
          <div class="rows">
            {some.map((row) => (
              <FlagRow
                key={row.flag ? `flag ${row.flag.id}` : `type ${row.type?.id}`}
                {...row}
                isBusy={isBusy}
                onChange={(chosen) => void change(row, chosen)}
              />
            ))}
          </div>
        )}
      </First>
    </div>
  )
}

/** The flags that there are, and an empty one for each type of which another may be set. */
function rowsOf(flags: readonly Flag[], types: readonly FlagType[]): readonly Row[] {
  const typeOf = new Map(types.map((type) => [type.id, type]))
  const set = flags.map((flag) => ({ name: flag.name, flag, type: typeOf.get(flag.type_id) }))
  const free = types.filter(
    ({ id, is_active, is_multiplicable }) =>
      is_active && (is_multiplicable || !flags.some(({ type_id }) => type_id === id)),
  )
  return [...set, ...free.map((type) => ({ name: type.name, flag: undefined, type }))].map((row) => ({
    ...row,
    isAnother: !row.flag && flags.some(({ type_id }) => type_id === row.type?.id),
  }))
}

interface FlagRowProps extends Row {
  readonly isBusy: boolean
  readonly onChange: (chosen: Chosen) => void
}

function FlagRow({ name, flag, type, isAnother, isBusy, onChange }: FlagRowProps) {
  const app = useApp()
  const labels = app.texts.flags
  if (!type || app.isPrinting.value) return flag ? <FlagText flag={flag} /> : null
  const label = isAnother ? labels.another(visible(name)) : visible(name)
  return (
    <div class="control field">
      <span class="field-label" title={visible(type.description)}>
        <bdi>{label}</bdi>
      </span>
      <div class="field-value">
        <Choice
          label={label}
          value={flag ? [flag.status, ...(flag.requestee === undefined ? [] : [flag.requestee])] : ['']}
          shown={flag && visible(textOf(flag))}
          options={() => (isBusy ? [] : statusesOf(app, type, flag))}
          onSave={([status = '', requestee]) => onChange({ status, requestee })}
        />
        {flag && <p class="hint">{labels.setBy(visible(flag.setter))}</p>}
      </div>
    </div>
  )
}

/** A request can name a person, which is asked next. */
function statusesOf(app: App, type: FlagType, flag: Flag | undefined): readonly Option[] {
  const { none } = app.texts.choice
  const { ask, anyone } = app.texts.flags
  const person = { label: ask, options: peopleOptions(app, { nobody: anyone }) }
  const allowed = ['', ...(type.request ? ['?'] : []), ...(type.grant ? ['+', '-'] : [])]
  const all = flag && !allowed.includes(flag.status) ? [...allowed, flag.status] : allowed
  return all.map((status) => ({
    value: status,
    text: status === '' ? none : status,
    ...(status === '?' && type.is_requesteeble && { next: person }),
  }))
}

function textOf({ status, requestee }: Flag): string {
  return requestee === undefined ? status : `${status} ${requestee}`
}

function FlagText({ flag: { name, status, setter, requestee } }: { readonly flag: Flag }) {
  const { flags: labels } = useApp().texts
  return (
    <div class="field">
      <span class="field-label">
        <bdi>{visible(name)}</bdi>
      </span>
      <div class="field-value">
        {status} {requestee !== undefined && <bdi>{visible(requestee)}</bdi>}
        <p class="hint">{labels.setBy(visible(setter))}</p>
      </div>
    </div>
  )
}
