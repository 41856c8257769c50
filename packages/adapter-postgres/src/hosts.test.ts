import { describe, expect, it } from 'vitest'
import { hostsOf } from './hosts.js'

describe('the URL of a PostgreSQL database', () => {
  it('that names several hosts is one URL for each, with the same user, database and parameters', () => {
    expect(
      hostsOf('postgres://me:s%40,1@a:5433,b,[::1]:5434/tracker?sslmode=require&target_session_attrs=primary'),
    ).toEqual([
      { name: 'a:5433', url: 'postgres://me:s%40,1@a:5433/tracker?sslmode=require&target_session_attrs=primary' },
      { name: 'b', url: 'postgres://me:s%40,1@b/tracker?sslmode=require&target_session_attrs=primary' },
      {
        name: '[::1]:5434',
        url: 'postgres://me:s%40,1@[::1]:5434/tracker?sslmode=require&target_session_attrs=primary',
      },
    ])
  })

  it('with one host is left to the driver, unless it asks for a server that takes writes', () => {
    expect(hostsOf('postgres://me:a,b@host/tracker')).toEqual([])
    expect(hostsOf('postgresql:///tracker?host=/run/postgresql')).toEqual([])
    const url = 'postgresql://host/tracker?target_session_attrs=read-write'
    expect(hostsOf(url)).toEqual([{ name: 'host', url }])
  })

  it.each([
    ['a:5432,/tracker', 'host 2 must be a name or an address, with or without a port, not ""'],
    [',b/tracker', 'host 1 must be a name or an address, with or without a port, not ""'],
    ['a,::1/tracker', 'host 2 must be a name or an address, with or without a port, not "::1"'],
    ['a,b:0/tracker', 'the port of b must be from 1 to 65535, not "0"'],
    ['a:70000,b/tracker', 'the port of a must be from 1 to 65535, not "70000"'],
    ['a:x,b/tracker', 'the port of a must be from 1 to 65535, not "x"'],
    ['a:,b/tracker', 'the port of a must be from 1 to 65535, not ""'],
    ['a,b,a/tracker', 'the host "a" is given twice'],
    ['a,b/tracker?target_session_attrs=any', 'target_session_attrs must be read-write or primary, not "any"'],
    ['a/tracker?target_session_attrs=standby', 'target_session_attrs must be read-write or primary, not "standby"'],
    [
      '/tracker?host=a,b',
      'list several hosts before the name of the database, such as postgres://a:5432,b:5432/database',
    ],
    [Array.from({ length: 17 }, (_, n) => `h${n}`).join(), 'a URL can name at most 16 hosts, not 17'],
  ])('that ends in %s is refused with a reason', (rest, message) => {
    const user = rest.startsWith('/') ? '' : 'me:geheim@'
    expect(() => hostsOf(`postgres://${user}${rest}`)).toThrow(new RangeError(message))
  })

  it.each([
    'postgres://me:se,c/ret:x@a,b/tracker',
    'postgres://me:se,c#ret@a/tracker',
    'postgres://me:s,e:9/c@a,b/tracker',
  ])('whose password is not encoded is refused without a part of it: %s', (url) => {
    const message = 'write / ? # and @ in the user and password as %2F %3F %23 and %40'
    expect(() => hostsOf(url)).toThrow(new RangeError(message))
  })
})
