// Questions such as `review?` on a bug or an attachment: asked, answered and cleared, each by itself.
import type { BugsViewAnswer } from '@trackerkit/client/types'
import type { Flag } from '@trackerkit/client'
import { useId } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { useWrite } from '../state/write.js'
import { Alert } from './alert.js'
import { First } from './first.js'
import { PersonField } from './person-field.js'
import { visible } from './visible.js'

type FlagType = BugsViewAnswer['can']['flag_types'][number]

/** A change of one flag, as input of Update Bug and Update Attachment. */
export interface FlagWrite {
  readonly id?: number
  readonly type_id?: number
  readonly status: string
  readonly requestee?: string
  readonly new?: boolean
}

interface FlagsProps {
  readonly flags: readonly Flag[]
  /** Those that who looks may set. */
  readonly types: readonly FlagType[]
  readonly save: (change: FlagWrite) => Promise<unknown>
}

/** Nothing where there are no flags, and none that one may set. */
export function Flags({ flags, types, save }: FlagsProps) {
  const { texts } = useApp()
  const labels = texts.flags
  const { run, isBusy, refusal } = useWrite()
  const id = useId()
  const rows = rowsOf(flags, types)
  if (rows.length === 0) return null
  const change = (name: string) => (write: FlagWrite) => void run(() => save(write), labels.changed(visible(name)))
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
                onChange={change(row.name)}
              />
            ))}
          </div>
        )}
      </First>
    </div>
  )
}

interface Row {
  readonly name: string
  /** Undefined: none has been set. */
  readonly flag: Flag | undefined
  /** Undefined: one may not set it. */
  readonly type: FlagType | undefined
  /** There is one of the type already. */
  readonly isAnother: boolean
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
  readonly onChange: (write: FlagWrite) => void
}

function FlagRow({ name, flag, type, isAnother, isBusy, onChange }: FlagRowProps) {
  const { texts, isLive, isPrinting } = useApp()
  const labels = texts.flags
  const status = flag?.status ?? ''
  const of = flag ? { id: flag.id } : { type_id: type?.id ?? 0, ...(type?.is_multiplicable && { new: true }) }
  if (!type || !isLive.value || isPrinting.value) return flag ? <FlagText flag={flag} /> : null
  const allowed = ['', ...(type.request ? ['?'] : []), ...(type.grant ? ['+', '-'] : [])]
  const options = allowed.includes(status) ? allowed : [...allowed, status]
  const label = isAnother ? labels.another(visible(name)) : visible(name)
  return (
    <div class="control field">
      <span class="field-label" title={visible(type.description)}>
        <bdi>{label}</bdi>
      </span>
      <div class="field-value">
        <select
          aria-label={label}
          value={status}
          disabled={isBusy}
          onChange={({ currentTarget: { value } }) => onChange({ ...of, status: value === '' ? 'X' : value })}
        >
          {options.map((one) => (
            <option key={one} value={one} selected={one === status}>
              {one}
            </option>
          ))}
        </select>
        {flag && status === '?' && type.is_requesteeble && (
          <PersonField
            key={flag.requestee ?? ''}
            label={labels.ask}
            placeholder={labels.ask}
            value={flag.requestee ?? ''}
            onChoose={(requestee) => onChange({ id: flag.id, status: '?', requestee })}
          />
        )}
        {flag && <p class="hint">{labels.setBy(visible(flag.setter))}</p>}
      </div>
    </div>
  )
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
