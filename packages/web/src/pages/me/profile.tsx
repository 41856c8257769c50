// Name, looks and password.
import { useSignal } from '@preact/signals'
import type { PreferencesGetAnswer } from '@trackerkit/client/types'
import { useId } from 'preact/hooks'
import { Link } from '../../parts/link.js'
import { Alert } from '../../parts/alert.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { definePage } from '../../page/define.js'
import { Frame, requireWho } from './frame.js'
import { PasswordForm } from './password-form.js'
import { meTexts } from '../../texts/english/me.js'

interface ProfileData {
  readonly name: string
  readonly pages: PreferencesGetAnswer['pages']
  /** Users can change their addresses themselves. */
  readonly mayMove: boolean
}

interface ProfileValues {
  readonly name: string
  readonly theme: 'system' | 'light' | 'dark'
  readonly zone: string
  readonly keys: boolean
  readonly markdown: boolean
}

export const me = definePage<ProfileData>({
  texts: { me: meTexts },
  load: async (operations, address) => {
    const { name } = requireWho(address)
    const [{ pages }, { parameters }] = await Promise.all([
      operations.preferences.get(),
      operations.parameters.get({ include_fields: ['allowemailchange'] }),
    ])
    return { name, pages, mayMove: parameters['allowemailchange'] === '1' }
  },
  title: (_, texts) => texts.me.title,
  View: ({ data }) => {
    const { texts, site } = useApp()
    return (
      <Frame heading={texts.me.title}>
        <ProfileForm data={data} />
        {site.login.by === 'pages' && <PasswordForm />}
        {site.login.by === 'pages' && data.mayMove && (
          <p>
            <Link to="/address">{texts.me.changeAddress}</Link>
          </p>
        )}
      </Frame>
    )
  },
})

function ProfileForm({ data: { name, pages } }: { readonly data: ProfileData }) {
  const { texts, isLive, operations, prefer } = useApp()
  const labels = texts.me
  const values = useSignal<ProfileValues>({
    name,
    theme: pages.theme,
    zone: pages.time_zone,
    keys: pages.keys,
    markdown: pages.markdown,
  })
  const { run, isBusy, refusal } = useWrite()
  const set = (more: Partial<ProfileValues>) => (values.value = { ...values.value, ...more })
  const { value: now } = values
  const save = async () => {
    const isDone = await run(async () => {
      if (now.name !== name) await operations.users.updateSelf({ full_name: now.name })
      const { theme, zone: time_zone, keys, markdown } = now
      await operations.preferences.update({ pages: { theme, time_zone, keys, markdown } })
      prefer({ keys, markdown, timeZone: time_zone })
    }, labels.saved)
    // Every page shows the name and the theme.
    if (isDone && (now.name !== name || now.theme !== pages.theme)) location.reload()
  }
  return (
    <form
      class="thing-form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {refusal !== undefined && <Alert message={refusal} />}
      <ProfileFields values={now} set={set} />
      <div class="form-buttons">
        <button type="submit" class="primary" disabled={!isLive.value || isBusy}>
          {labels.save}
        </button>
      </div>
    </form>
  )
}

interface ProfileFieldsProps {
  readonly values: ProfileValues
  readonly set: (more: Partial<ProfileValues>) => void
}

function ProfileFields({ values: now, set }: ProfileFieldsProps) {
  const { texts, isLive } = useApp()
  const labels = texts.me
  const [nameId, themeId, zoneId] = [useId(), useId(), useId()]
  // The browser has its own list of time zones, which may differ from the server's.
  const zones = isLive.value ? Intl.supportedValuesOf('timeZone') : []
  return (
    <>
      <div class="form-row">
        <label for={nameId}>{labels.realName}</label>
        <input
          id={nameId}
          type="text"
          autocomplete="name"
          value={now.name}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </div>
      <Choice
        id={themeId}
        label={labels.theme}
        value={now.theme}
        choices={labels.themes}
        onChange={(theme) => set({ theme: theme === 'light' || theme === 'dark' ? theme : 'system' })}
      />
      <Choice
        id={zoneId}
        label={labels.timeZone}
        value={now.zone}
        choices={{ '': labels.browserTimeZone, ...Object.fromEntries(zones.map((zone) => [zone, zone])) }}
        onChange={(zone) => set({ zone })}
      />
      <Checks values={now} set={set} />
    </>
  )
}

function Checks({ values: now, set }: ProfileFieldsProps) {
  const labels = useApp().texts.me
  const keysId = useId()
  return (
    <>
      <div class="form-row">
        <label class="check">
          <input
            type="checkbox"
            checked={now.keys}
            aria-describedby={keysId}
            onChange={({ currentTarget }) => set({ keys: currentTarget.checked })}
          />
          {labels.keys}
        </label>
        <p id={keysId} class="hint">
          {labels.keysHint}
        </p>
      </div>
      <div class="form-row">
        <label class="check">
          <input
            type="checkbox"
            checked={now.markdown}
            onChange={({ currentTarget }) => set({ markdown: currentTarget.checked })}
          />
          {labels.markdown}
        </label>
      </div>
    </>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly choices: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

function Choice({ id, label, value, choices, onChange }: ChoiceProps) {
  const all = value in choices ? choices : { [value]: value, ...choices }
  return (
    <div class="form-row">
      <label for={id}>{label}</label>
      <select id={id} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {Object.entries(all).map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
