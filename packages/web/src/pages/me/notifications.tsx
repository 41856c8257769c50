// The events about which the user gets email.
import { useSignal } from '@preact/signals'
import type { Schedule } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { useRef } from 'preact/hooks'
import type { PreferencesGetAnswer } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { Icon } from '../../parts/icon.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { definePage } from '../../page/define.js'
import { offsetIn, pageSize } from '../../page/offset.js'
import type { Part } from '../../page/part.js'
import { followedIn, Following, type Followed } from './following.js'
import { Frame, requireWho } from './frame.js'
import { MailTable, type Event, type Mail, type MailTableProps, type Role } from './mail-table.js'
import { bouncedTexts } from '../../texts/english/bounced.js'
import { meTexts } from '../../texts/english/me.js'
import { scheduleTexts } from '../../texts/english/schedules.js'
import { waysTexts } from '../../texts/english/ways.js'
import { ScheduleTimes, usualTimes, type Times } from './schedule-times.js'
import { WaysTable, type Ways } from './ways-table.js'

type Preferences = Pick<PreferencesGetAnswer, 'email' | 'email_bounced' | 'notifications'> & {
  readonly digest: Schedule | null
  readonly follows: Part<Followed>
}

export const notifications = definePage<Preferences>({
  texts: { me: meTexts, bounced: bouncedTexts, schedules: scheduleTexts, ways: waysTexts },
  load: async (operations, address) => {
    requireWho(address)
    const offset = offsetIn(address.query)
    const [preferences, { schedules }, followed] = await Promise.all([
      operations.preferences.get(),
      operations.schedules.get(),
      operations.follows.get({ limit: pageSize, offset }),
    ])
    const follows = { rows: followedIn(followed), offset, total: followed.total }
    return { ...preferences, follows, digest: schedules.find(({ kind }) => kind === 'digest') ?? null }
  },
  title: (_, texts) => texts.me.notifications,
  View: ({ data: { email, email_bounced, notifications: ways, digest, follows }, address }) => {
    const { texts } = useApp()
    return (
      <Frame heading={texts.me.notifications}>
        {email_bounced && <Bounced />}
        <MailForm stored={email} storedWays={ways} digest={digest} />
        <Following part={follows} address={address} />
        <Replies />
      </Frame>
    )
  },
})

function Replies() {
  const { texts, isLive, operations } = useApp()
  const { run, isBusy, refusal } = useWrite()
  const end = () => run(() => operations.preferences.endReplies(), texts.me.repliesEnded)
  return (
    <>
      <p class="quiet-text">{texts.me.endRepliesHint}</p>
      {refusal !== undefined && <Alert message={refusal} />}
      <div class="buttons">
        <button type="button" disabled={!isLive.value || isBusy} onClick={() => void end()}>
          {texts.me.endReplies}
        </button>
      </div>
    </>
  )
}

function Bounced() {
  const { texts, isLive, operations } = useApp()
  const labels = texts.bounced
  const { run, isBusy, refusal } = useWrite()
  // Every page has the banner.
  const turnOn = () =>
    run(
      () => operations.preferences.update({ email_bounced: false }),
      labels.isOn,
      () => Promise.resolve(location.reload()),
    )
  return (
    <div role="alert" class="alert">
      <p>
        <strong>{labels.title}</strong>
      </p>
      <p>{refusal ?? labels.about}</p>
      <button type="button" disabled={!isLive.value || isBusy} onClick={() => void turnOn()}>
        {labels.turnOn}
      </button>
    </div>
  )
}

interface MailFormProps {
  readonly stored: Mail
  readonly storedWays: Ways
  readonly digest: Schedule | null
}

function MailForm({ stored, storedWays, digest }: MailFormProps) {
  const { texts, isLive, operations } = useApp()
  const labels = texts.me
  const mail = useSignal(stored)
  const ways = useSignal(storedWays)
  const times = useSignal<Times>(digest?.is_enabled ? digest : { ...usualTimes, ...digest, days: [] })
  const saved = useRef(times.value)
  const save = async () => {
    await operations.preferences.update({ email: mail.value, notifications: ways.value })
    // An unchanged one stays as it is, paused too.
    if (times.value === saved.current) return
    await saveDigest(operations, digest, times.value)
    saved.current = times.value
  }
  const { run, isBusy, refusal } = useWrite()
  const set = (role: Role, event: Event, isOn: boolean) => {
    mail.value = { ...mail.value, [role]: { ...mail.value[role], [event]: isOn } }
  }
  return (
    <form
      class="workflow-form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void run(save, labels.mailSaved)
      }}
    >
      {refusal !== undefined && <Alert message={refusal} />}
      <p class="quiet-text">{texts.ways.hint}</p>
      <div class="scrolls" role="region" aria-label={texts.ways.title} tabIndex={0}>
        <WaysTable ways={ways} />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={ways.value.follow_commented}
          onChange={({ currentTarget }) => (ways.value = { ...ways.value, follow_commented: currentTarget.checked })}
        />
        {texts.ways.followCommented}
      </label>
      <Details mail={mail.value} set={set} />
      <ScheduleTimes times={times} legend={texts.schedules.digest} hint={texts.schedules.digestHint} />
      <div class="form-buttons">
        <button type="submit" class="primary" disabled={!isLive.value || isBusy}>
          {labels.save}
        </button>
      </div>
    </form>
  )
}

/** The email of each role and event, which few users change. */
function Details(props: MailTableProps) {
  const { texts, isLive } = useApp()
  const isOpen = useSignal(false)
  return (
    <>
      <p>
        <button
          type="button"
          class="quiet fold"
          aria-expanded={isOpen.value}
          disabled={!isLive.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name={isOpen.value ? 'more' : 'forward'} size={14} />
          {texts.ways.details}
        </button>
      </p>
      {isOpen.value && (
        <>
          <p class="quiet-text">{texts.me.mailHint}</p>
          <div class="scrolls" role="region" aria-label={texts.ways.details} tabIndex={0}>
            <MailTable {...props} />
          </div>
        </>
      )}
    </>
  )
}

/** Without a day there is no digest. */
async function saveDigest(operations: Client, digest: Schedule | null, times: Times): Promise<void> {
  const { schedules } = operations
  const { days, hours } = { days: [...times.days], hours: [...times.hours] }
  if (days.length === 0) {
    if (digest) await schedules.delete({ id: digest.id })
  } else if (digest) await schedules.update({ id: digest.id, days, hours, is_enabled: true })
  else await schedules.create({ kind: 'digest', days, hours })
}
