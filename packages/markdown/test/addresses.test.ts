import { describe, expect, it } from 'vitest'
import { addressesIn } from '../src/addresses.js'

const found = (line: string) => [...addressesIn(line)].map(({ from, to }) => line.slice(from, to))

describe('addressesIn', () => {
  it.each([
    ['See https://example.org/a?b=c.', ['https://example.org/a?b=c']],
    ['(http://a.example/x_(y)), and HTTPS://B.EXAMPLE/!', ['http://a.example/x_(y)', 'HTTPS://B.EXAMPLE/']],
    ['<https://a.example/b>, "https://c.example/d"', ['https://a.example/b', 'https://c.example/d']],
    ['[https://a.example/b] http://[::1]:8080/', ['https://a.example/b', 'http://[::1]:8080/']],
    ['mail mailto:ann@example.com, not mailto:ann', ['mailto:ann@example.com']],
    ['https://пример.example/путь and http://localhost:3000', ['https://пример.example/путь', 'http://localhost:3000']],
    ['main.rs www.example.org ann@example.com ftp://a.example //a.example xhttp://a.example', []],
    ['https:// http://. javascript:alert(1) data:text/html,x', []],
  ])('finds whole addresses in %s', (line, expected) => {
    expect(found(line)).toEqual(expected)
  })
})
