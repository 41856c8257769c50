// The mailbox that a URL names.

export interface ImapServer {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly user: string
  readonly mailbox: string
  /** The folder to which received messages are moved; undefined: they stay, marked as read. */
  readonly done: string | undefined
  /** For people to read, without a password. */
  readonly shown: string
}

const form = 'imaps://USER@HOST:PORT/INBOX, optionally with ?done=FOLDER, and %40 for @ in the user'

/** @throws Error that never repeats a password */
export function serverOf(text: string): ImapServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const secure = url?.protocol === 'imaps:'
  if (!url || !(secure || url.protocol === 'imap:') || url.hostname === '' || url.username === '')
    throw new Error(`the URL of a mailbox must be ${form}`)
  if (url.password !== '') throw new Error('the URL of a mailbox must not contain the password')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isHere = /^(localhost|127\.[\d.]+|::1)$/i.test(host)
  if (!secure && !isHere && url.searchParams.get('tls') !== 'never')
    throw new Error('imap:// sends the password without encryption: use imaps://, or imap://…?tls=never')
  for (const name of url.searchParams.keys())
    if (name !== 'done' && name !== 'tls')
      throw new Error(`unknown parameter '${name.slice(0, 40)}' in the URL of a mailbox`)
  const mailbox = decodeURIComponent(url.pathname.slice(1)) || 'INBOX'
  const [user, port] = [decodeURIComponent(url.username), Number(url.port) || (secure ? 993 : 143)]
  const done = url.searchParams.get('done') || undefined
  return { host, port, secure, user, mailbox, done, shown: `${url.protocol}//${user}@${host}:${port}/${mailbox}` }
}
