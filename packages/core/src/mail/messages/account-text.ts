// Texts of mail about accounts.
import type { NotifiedReason } from '../incoming/log.js'
import { makeText, type MailText } from './mail-text.js'
import { notRead } from './reply.js'
import type { Part } from './text.js'

/** A change to the reader's account or, for the maintainer, to another account. */
export type AccountMail = { readonly at: Date; readonly url: string | null } & (
  | { readonly what: 'api_key_created'; readonly login: string; readonly description: string; readonly prefix: string }
  | { readonly what: 'second_factor_changed'; readonly login: string; readonly is_on: boolean }
  /** `from_passkeys`: there was no authenticator app before. */
  | { readonly what: 'second_factor_moved'; readonly login: string; readonly from_passkeys: boolean }
  | { readonly what: 'login_linked'; readonly login: string; readonly title: string; readonly is_linked: boolean }
  /** `changes_factor`: logging in with the password takes more from now on, or does not any more. */
  | {
      readonly what: 'passkey_changed'
      readonly login: string
      readonly name: string
      readonly is_added: boolean
      readonly changes_factor: boolean
    }
  | { readonly what: 'passkey_copied'; readonly login: string; readonly name: string }
  | { readonly what: 'address_changed'; readonly before: string; readonly after: string }
  | { readonly what: 'account_locked'; readonly login: string; readonly address: string; readonly minutes: number }
  | { readonly what: 'password_used'; readonly login: string; readonly address: string }
  /** `until`: in UTC. */
  | { readonly what: 'acted_as'; readonly actor: string; readonly reason: string; readonly until: string }
  /** `link`: where the code is used; null where the tracker does not know its own address. */
  | {
      readonly what: 'password_requested'
      readonly code: string
      readonly link: string | null
      readonly minutes: number
    }
  /** `by`: the name of the user who created the account; null for the embedding program. */
  | {
      readonly what: 'invited'
      readonly code: string
      readonly link: string | null
      readonly days: number
      readonly by: string | null
    }
  | {
      readonly what: 'registration_requested'
      readonly code: string
      readonly link: string | null
      readonly minutes: number
    }
  | { readonly what: 'registered_already' }
  | { readonly what: 'confirmation_requested'; readonly code: string; readonly minutes: number }
  | {
      readonly what: 'address_requested'
      readonly code: string
      readonly link: string | null
      readonly minutes: number
      readonly login: string
    }
  /** `address`: the URL without its query. */
  | { readonly what: 'webhook_disabled'; readonly name: string; readonly address: string; readonly reason: string }
  /** `reason`: the name of an error. */
  | { readonly what: 'schedule_disabled'; readonly name: string; readonly reason: string }
  /** `reason`: a word of the list of incoming items. `error`: of a command in it. */
  | { readonly what: 'mail_refused'; readonly reason: string; readonly error: string }
)

type Notice = Extract<
  AccountMail,
  {
    what:
      | 'api_key_created'
      | 'second_factor_changed'
      | 'second_factor_moved'
      | 'login_linked'
      | 'passkey_changed'
      | 'passkey_copied'
      | 'address_changed'
      | 'account_locked'
      | 'password_used'
      | 'acted_as'
      | 'webhook_disabled'
      | 'schedule_disabled'
      | 'mail_refused'
  }
>
type Answer = Exclude<AccountMail, Notice>

function message(subject: string, parts: readonly Part[]): MailText {
  return makeText(subject, [...parts, { footer: [notRead] }])
}

/** Returns the message about a change to an account, or the message that a user has requested. */
export function accountText(mail: AccountMail): MailText {
  return 'code' in mail || mail.what === 'registered_already' ? answerText(mail) : noticeText(mail)
}

const refusals: Readonly<Record<string, string>> = {
  address_invalid: 'It replies to an email to which you can no longer reply. Reply to a later one.',
  other_sender: 'It was sent from another address than that of your account.',
  not_verified: 'It has commands, but its sender is not verified. Send the text without them.',
  no_right: 'You may not see or change the bug.',
  command_failed: 'A command in it cannot be run.',
  rule_refused: 'A rule of the tracker rejects it.',
  encrypted: 'It is encrypted.',
} satisfies Readonly<Record<NotifiedReason, string>>

const troubles: Readonly<Record<string, string>> = {
  saved_search_gone: 'The saved search was deleted, or is no longer shared with you.',
  no_recipients: 'It has no recipients.',
  schedule_denied: 'You are no longer permitted to schedule this search.',
  search_too_expensive: 'The search takes too long.',
}

function noticeText(mail: Notice): MailText {
  switch (mail.what) {
    case 'second_factor_changed':
    case 'second_factor_moved':
    case 'login_linked':
      return proofText(mail)
    case 'passkey_changed':
    case 'passkey_copied':
      return passkeyText(mail)
    case 'api_key_created':
      return message('New API key', [
        { line: `An API key was created for your account ${mail.login}.` },
        {
          table: [
            ['Description', mail.description || '(none)'],
            ['It begins with', mail.prefix],
          ],
        },
        { line: 'If that was not you, revoke the key and change your password.', url: mail.url },
      ])
    case 'address_changed':
      return message('Address of your account changed', [
        { line: 'The address of your account was changed.' },
        {
          table: [
            ['Before', mail.before],
            ['Now', mail.after],
          ],
        },
        { line: "If this wasn't you, contact an administrator.", url: mail.url },
      ])
    case 'mail_refused':
      return message('Your email was not accepted', [
        { line: 'An email to the tracker in your name was not accepted. Nothing was changed.' },
        {
          table: [
            ['Reason', refusals[mail.reason] ?? mail.reason],
            ...(mail.error === '' ? [] : [['Error', mail.error]]),
          ],
        },
        { line: "If you didn't send it, ignore this message.", url: mail.url },
      ])
    case 'account_locked':
    case 'password_used':
    case 'acted_as':
      return useText(mail)
    case 'schedule_disabled':
    case 'webhook_disabled':
      return disabledText(mail)
  }
}

function disabledText(mail: Extract<Notice, { what: 'schedule_disabled' | 'webhook_disabled' }>): MailText {
  switch (mail.what) {
    case 'schedule_disabled':
      return message(`Scheduled search disabled: ${mail.name}`, [
        { line: 'One of your scheduled searches was disabled: it sends no more email.' },
        {
          table: [
            ['Search', mail.name],
            ['Why', troubles[mail.reason] ?? `The search failed: ${mail.reason}`],
          ],
        },
        { line: 'Change the search, and enable the schedule again.', url: mail.url },
      ])
    case 'webhook_disabled':
      return message(`Webhook disabled: ${mail.name}`, [
        { line: 'One of your webhooks was disabled: it gets no more requests.' },
        {
          table: [
            ['Webhook', mail.name],
            ['URL', mail.address],
            ['Why', mail.reason],
          ],
        },
        { line: 'Once its receiver works, enable it again: what waits is then sent.', url: mail.url },
      ])
  }
}

type UseNotice = Extract<Notice, { what: 'account_locked' | 'password_used' | 'acted_as' }>

/** An account was used, or tried, in an unusual way. */
function useText(mail: UseNotice): MailText {
  switch (mail.what) {
    case 'account_locked':
      return message(`Account locked: ${mail.login}`, [
        {
          line: `There were too many wrong passwords for ${mail.login} from ${mail.address || 'an unknown address'}.`,
        },
        { line: `The account is locked for that address for ${mail.minutes} minutes.`, url: mail.url },
      ])
    case 'password_used':
      return message(`Login with a password: ${mail.login}`, [
        {
          line: `${mail.login} logged in with a password, from ${mail.address || 'an unknown address'}.`,
          url: mail.url,
        },
      ])
    case 'acted_as':
      return message(`${mail.actor} views the tracker as you`, [
        { line: `${mail.actor} can read what you can read, and change nothing, until ${mail.until}.` },
        { table: [['Reason', mail.reason]] },
        { line: 'If you do not know why, contact an administrator.', url: mail.url },
      ])
  }
}

type ProofNotice = Extract<Notice, { what: 'second_factor_changed' | 'second_factor_moved' | 'login_linked' }>

/** The ways to log in to the reader's account have changed. */
function proofText(mail: ProofNotice): MailText {
  switch (mail.what) {
    case 'second_factor_changed':
      return message(`Two-factor authentication turned ${mail.is_on ? 'on' : 'off'}`, [
        {
          line: mail.is_on
            ? `Logging in to your account ${mail.login} now takes a one-time password as well.`
            : `Logging in to your account ${mail.login} takes no more than the password now.`,
        },
        { line: "If this wasn't you, change your password and contact an administrator.", url: mail.url },
      ])
    case 'second_factor_moved':
      if (mail.from_passkeys)
        return message('Authenticator app added to your account', [
          {
            line: `Logging in to your account ${mail.login} with the password now takes a one-time password of the app as well.`,
          },
          { line: 'Your passkeys are still valid. The previous recovery codes are not.' },
          { line: "If this wasn't you, change your password and contact an administrator.", url: mail.url },
        ])
      return message('Authenticator app replaced', [
        { line: `The one-time passwords of your account ${mail.login} now come from another authenticator app.` },
        { line: 'Those of the previous one, and the previous recovery codes, are no longer valid.' },
        { line: "If this wasn't you, change your password and contact an administrator.", url: mail.url },
      ])
    case 'login_linked':
      return message(`${mail.title} ${mail.is_linked ? 'linked to' : 'unlinked from'} your account`, [
        {
          line: mail.is_linked
            ? `You can now log in to your account ${mail.login} with ${mail.title}.`
            : `You can no longer log in to your account ${mail.login} with ${mail.title}.`,
        },
        { line: "If this wasn't you, change your password and contact an administrator.", url: mail.url },
      ])
  }
}

function passkeyText(mail: Extract<Notice, { what: 'passkey_changed' | 'passkey_copied' }>): MailText {
  const { login, name, url } = mail
  const help = { line: "If this wasn't you, change your password and contact an administrator.", url }
  if (mail.what === 'passkey_copied')
    return message('Passkey refused', [
      { line: `A login to your account ${login} with the passkey ${name} was refused.` },
      { line: 'Its counter did not grow, so a copy of it may exist. Remove it, and add another one.', url },
    ])
  const factor = mail.is_added
    ? 'Logging in with your password now takes a recovery code as well.'
    : 'Logging in takes no more than your password now.'
  return message(`Passkey ${mail.is_added ? 'added to' : 'removed from'} your account`, [
    {
      line: mail.is_added
        ? `You can now log in to your account ${login} with the passkey ${name}.`
        : `You can no longer log in to your account ${login} with the passkey ${name}.`,
    },
    ...(mail.changes_factor ? [{ line: factor }] : []),
    help,
  ])
}

function answerText(mail: Answer): MailText {
  switch (mail.what) {
    case 'password_requested':
      return message('Choose a new password', [
        { line: 'Someone (perhaps you) requested a new password for your account.' },
        ...codeOf(mail, `Choose it within ${mail.minutes} minutes:`),
        { line: 'If that was not you, do nothing: your password stays what it is.' },
      ])
    case 'invited':
      return message('You have an account', [
        { line: `${mail.by ?? 'Someone'} created an account for you.` },
        ...codeOf(mail, `Choose your password within ${mail.days} days:`),
      ])
    case 'registration_requested':
      return message('Make your account', [
        { line: 'Someone (perhaps you) requested an account with this address.' },
        ...codeOf(mail, `Make it within ${mail.minutes} minutes:`),
        { line: 'If that was not you, do nothing: no account is made.' },
      ])
    case 'registered_already':
      return message('You have an account already', [
        { line: 'Someone (perhaps you) requested an account with this address, which already has one.' },
        { line: 'If you have forgotten its password, ask for a new one.', url: mail.url },
      ])
    case 'confirmation_requested':
      return message('Confirm your identity', [
        { line: 'A session of your account is about to make a change for which it needs this code.' },
        { table: [['Code', mail.code]] },
        { line: `It is valid for ${mail.minutes} minutes.` },
        { line: "If this wasn't you, log out everywhere and contact an administrator.", url: mail.url },
      ])
    case 'address_requested':
      return message('Confirm your address', [
        { line: `Someone (perhaps you) requested this address for the account ${mail.login}.` },
        ...codeOf(mail, `Confirm it within ${mail.minutes} minutes:`),
        { line: 'If that was not you, do nothing: the account keeps its address.' },
      ])
  }
}

/** The code and the page for it, for readers who have no link or cannot follow it. */
function codeOf({ code, link }: { readonly code: string; readonly link: string | null }, line: string): Part[] {
  return [{ line, url: link }, { table: [['Code', code]] }]
}
