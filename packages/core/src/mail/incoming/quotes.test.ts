import { describe, expect, it } from 'vitest'
import { newTextOf, quotesMessage, reportTextOf } from './quotes.js'

const quote = '> It blinks\n> at night'
const answer = 'Here too.'

const above: Readonly<Record<string, string>> = {
  'Gmail, in two lines': `${answer}\n\nOn Mon, Mar 2, 2026 at 10:00 AM Bug 12 <\nbugs+x@tracker.example> wrote:\n\n${quote}`,
  'Gmail in German': `${answer}\n\nAm Mo., 2. März 2026 um 10:00 Uhr schrieb Bug 12 <bugs+x@tracker.example>:\n\n${quote}`,
  Thunderbird: `${answer}\n\nOn 02/03/2026 10:00, Bug 12 wrote:\n${quote}\n`,
  'Thunderbird in French': `${answer}\n\nLe 02/03/2026 à 10:00, Bug 12 a écrit :\n${quote}\n`,
  'Apple Mail': `${answer}\n\n> On 2 Mar 2026, at 10:00, Bug 12 <bugs+x@tracker.example> wrote:\n> \n${quote}\n`,
  Outlook: `${answer}\n\n-----Original Message-----\nFrom: Bug 12\nSent: Monday\nTo: Ann\nSubject: [Bug 12] It blinks\n\nIt blinks`,
  'Outlook in German': `${answer}\n\n-----Ursprüngliche Nachricht-----\nVon: Bug 12\nGesendet: Montag\n\nIt blinks`,
  'Outlook with a rule': `${answer}\n\n________________________________\nFrom: Bug 12\nSent: Monday\nTo: Ann\nSubject: It blinks\n\nIt blinks`,
  'Outlook without a rule': `${answer}\n\nFrom: Bug 12\nSent: Monday\nTo: Ann\nSubject: It blinks\n\nIt blinks`,
  'Outlook in Spanish': `${answer}\n\n________________________________\nDe: Bug 12\nEnviado: lunes\nPara: Ann\nAsunto: It blinks\n\nIt blinks`,
  'Outlook in Danish': `${answer}\n\n________________________________\nFra: Bug 12\nSendt: 2. marts 2026 10:00\nTil: Ann\nCc: Bob\nEmne: [Bug 12] It blinks\n\nIt blinks`,
  'Outlook in Korean': `${answer}\n\n보낸 사람: Bug 12 <bugs+x@tracker.example>\n보낸 날짜: 2026년 3월 2일\n받는 사람: Ann\n제목: RE: [Bug 12] It blinks\n\nIt blinks`,
  mutt: `${answer}\n\n* Bug 12 [2026-03-02 10:00]:\n${quote}\n\n-- \nAnn`,
  'a signature above the quote': `${answer}\n\n-- \nAnn\n\nOn Monday, Bug 12 wrote:\n${quote}`,
  'a telephone': `${answer}\n\nSent from my iPhone\n\n> On 2 Mar 2026, at 10:00, Bug 12 wrote:\n${quote}`,
}

describe('newTextOf', () => {
  it.each(Object.entries(above))('keeps the answer above the quote of %s', (_, text) => {
    expect(newTextOf(text)).toBe(answer)
    expect(newTextOf(text.replaceAll('\n', '\r\n'))).toBe(answer)
  })

  it('keeps quotes that answers follow', () => {
    const text = `> It blinks\nHere too.\n> at night\nAlways.`
    expect(newTextOf(`${text}\n\n-- \nAnn`)).toBe(text)
    expect(newTextOf('> It blinks\n\nHere too.')).toBe('> It blinks\n\nHere too.')
  })

  it('keeps text that only looks like a quote or a signature', () => {
    for (const text of [
      'a -- b',
      'From: here\nto there',
      '--------\nA heading\n--------',
      'It costs > 5',
      'Look:\n\n- one\n- two',
      'Look:\n\nOS: Linux\nBrowser: Firefox\nVersion: 3\nTheme: dark\n\nSee [Bug 12].',
      'Look:\n\nParent: [Bug 12] 10:45\nChild: [Bug 13]\nRelated: [Bug 20]\nDuplicate: [Bug 31]\n\nClose them.',
      `Look:\n\n${'_'.repeat(20)}\nOS: Linux\nVersion: 3\nSeen: 2026-03-02\nSee also: [Bug 12]\n\nAlways.`,
    ])
      expect(newTextOf(text)).toBe(text)
  })

  it('cuts a signature, whose mark may lack its space if it is short', () => {
    const lines = (count: number) => 'a line\n'.repeat(count).trim()
    for (const end of [
      `-- \n${lines(30)}`,
      `--\n${lines(10)}`,
      `--\n${lines(10)}\n\nOn Monday, Bug 12 wrote:\n${quote}`,
    ])
      expect(newTextOf(`${answer}\n\n${end}`)).toBe(answer)
    const parts = `${answer}\n\n--\n${lines(11)}`
    expect(newTextOf(parts)).toBe(parts)
  })

  it('cuts a signature with a mark that lacks its space in it, however long', () => {
    const end = `-- \nAnn\n--\n${'a line\n'.repeat(11)}`
    expect(newTextOf(`${answer}\n${end}`)).toBe(answer)
    expect(newTextOf(`${answer}\n--\nAnn\n${end}`)).toBe(answer)
  })

  it('cuts a message below a signature whose mark lacks its space, in a language that is not known', () => {
    const turkish = 'Kimden: Bug 12\nGönderme: 2 Mart 2026 Pazartesi 10:00\nKime: Ann\nKonu: It blinks'
    const below = `${turkish}\n\n${'a line\n'.repeat(20)}`
    expect(newTextOf(`${answer}\n\n--\n${'a line\n'.repeat(10)}\n${below}`)).toBe(answer)
    for (const kept of [
      `${answer}\n\n--\n${'a line\n'.repeat(11)}\n${below}`,
      `${answer}\n\n--\nIn detail:\n\nOS: Linux\nBrowser: Firefox\nVersion: 3\nTheme: dark\n${'a line\n'.repeat(11)}`,
    ])
      expect(newTextOf(kept)).toBe(kept.trim())
  })

  it('is linear for long hostile texts', () => {
    const texts = ['> x\n--\n', '-', '\n', '>:\n', 'From: a\n\n', '\na: b\na: b\n', '_'.repeat(20) + '\n'].map((one) =>
      one.repeat(1_000_000 / one.length),
    )
    const start = process.cpuUsage().user
    for (const text of [
      ...texts,
      '-- \n'.repeat(250_000),
      `--\n${'\na: b\nb: c\nc: d\nd: e\n'.repeat(40_000)}`,
      `-- \n${'a\n'.repeat(500_000)}`,
    ])
      for (const read of [newTextOf, quotesMessage, reportTextOf]) read(text)
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(4000)
  })
})

const headers = 'From: Carl <carl@customer.example>\nDate: Mon, 1 Jun 2026 10:00\nSubject: Crash\nTo: ann@example.com'
const forwarded = `---------- Forwarded message ---------\n${headers}\n\nIt crashes: E42`

describe('reportTextOf', () => {
  it.each([
    ['a forwarded message', forwarded],
    ['a forwarded message below a text and a signature', `Please mend it.\n\n-- \nAnn\n\n${forwarded}`],
    ['headers within the text', `It says:\n\n${headers}\n\nThe date lacks the year.`],
    ['output with ">" at the end', 'It prints:\n\n> error 1\n> error 2'],
    ['output with ">" between', 'Expected:\n> foo\n\nActual:\n> bar'],
    ['the line "--" of a program', 'select 1\n--\n-- comment\nselect 2'],
    ['more than ten lines below "-- "', `It fails.\n-- \n${'a line\n'.repeat(11)}`],
    ['quoted lines below "-- "', 'It fails.\n-- \n> error 1'],
  ])('keeps %s', (_, text) => {
    const kept = text.trim().replaceAll('-- \n', '--\n')
    expect(reportTextOf(text)).toBe(kept)
    expect(reportTextOf(text.replaceAll('\n', '\r\n'))).toBe(kept)
  })

  it('cuts signatures of at most ten lines, and those of telephones', () => {
    for (const end of [`-- \n${'a line\n'.repeat(10)}`, '-- ', 'Sent from my iPhone\n'])
      expect(reportTextOf(`It prints:\n\n> error 1\n\n${end}`)).toBe('It prints:\n\n> error 1')
  })
})

describe('quotesMessage', () => {
  it.each(Object.entries(above).filter(([, text]) => !text.includes('On Monday')))(
    'finds the message that is quoted, with a date, by %s',
    (_, text) => expect(quotesMessage(text)).toBe(true),
  )

  it('finds none in lines that only look quoted', () => {
    for (const text of ['Try this:\n> npm start', '> npm start', 'Try this:\n> at 10:30 it prints:\n> a', '> a:\n> b'])
      expect(quotesMessage(text)).toBe(false)
  })
})
