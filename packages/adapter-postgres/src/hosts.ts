// Several servers in one URL, as libpq takes them and the driver does not: postgres://a:5432,b:5433/tracker

/** One server of a URL that names several. */
export interface Host {
  /** How it is called in messages: without user and password. */
  readonly name: string
  /** The URL of the same database on this server only. */
  readonly url: string
}

/** The most servers that a URL may name. */
const mostHosts = 16

const parameter = 'target_session_attrs'

/** The servers that are meant: those that accept writes. This is also the default for several hosts. */
const accepted = ['read-write', 'primary']

/**
 * Returns the servers among which to find the writable one, or none for a URL that names one server and does not
 * request that. Messages contain only hosts and ports of the URL.
 * @throws RangeError for an invalid host, port or value
 */
export function hostsOf(database: string): readonly Host[] {
  const [, scheme = '', authority = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(database) ?? []
  const query = new URLSearchParams(/\?([^#]*)/.exec(rest)?.[1] ?? '')
  const attributes = query.get(parameter)
  if (query.get('host')?.includes(','))
    throw new RangeError(
      'list several hosts before the name of the database, such as postgres://a:5432,b:5432/database',
    )
  const end = authority.lastIndexOf('@') + 1
  if (!authority.includes(',', end) && attributes === null) return []
  // The supposed hosts may be part of a password.
  if (!authority.includes('@') && /^[^?]*@/.test(rest))
    throw new RangeError('write / ? # and @ in the user and password as %2F %3F %23 and %40')
  if (attributes !== null && !accepted.includes(attributes))
    throw new RangeError(`${parameter} must be ${accepted.join(' or ')}, not ${JSON.stringify(attributes)}`)

  const names = authority.slice(end).split(',')
  if (names.length > mostHosts) throw new RangeError(`a URL can name at most ${mostHosts} hosts, not ${names.length}`)
  for (const [index, name] of names.entries()) {
    requireHost(name, index + 1)
    if (names.indexOf(name) < index) throw new RangeError(`the host ${JSON.stringify(name)} is given twice`)
  }
  return names.map((name) => ({ name, url: `${scheme}${authority.slice(0, end)}${name}${rest}` }))
}

function requireHost(text: string, position: number): void {
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[^:[\]]*)(?::(.*))?$/is.exec(text) ?? []
  if (host === '')
    throw new RangeError(
      `host ${position} must be a name or an address, with or without a port, not ${JSON.stringify(text)}`,
    )
  if (port === undefined) return
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new RangeError(`the port of ${host} must be from 1 to 65535, not ${JSON.stringify(port)}`)
}
